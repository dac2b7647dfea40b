// Infix text: what parses prints, in either syntax, and parses back to the same
// clauses; the guess which syntax a text is in never fails.
#include "frontend/gdl/syntax.h"
#include "tests/fuzz/support.h"

using namespace tesuji;
using frontend::Syntax;

namespace {

void check_round_trip(const frontend::Rulesheet& sheet, Syntax syntax, ir::SourceMap& sources,
                      ir::SymbolTable& symbols) {
  const std::string printed = frontend::print_rulesheet(sheet, syntax, symbols);
  ir::Diagnostics diagnostics(sources);
  const auto second =
      frontend::parse_rulesheet(sources.add("printed", printed), syntax, symbols, diagnostics);
  fuzz::require(second.has_value(), "printed text parses", diagnostics.render() + printed);
  fuzz::require(fuzz::equal(sheet.clauses, second->clauses),
                "printed text parses to the same clauses", printed);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  ir::SourceMap sources;
  ir::SymbolTable symbols;
  ir::Diagnostics diagnostics(sources);
  const std::string text = fuzz::text_of(data, size);
  static_cast<void>(frontend::detect_syntax(text));
  const ir::FileId file = sources.add("input.gdl", text);
  const auto sheet = frontend::parse_rulesheet(file, Syntax::infix, symbols, diagnostics);
  fuzz::check_report(diagnostics, sheet.has_value());
  if (!sheet) return 0;
  check_round_trip(*sheet, Syntax::infix, sources, symbols);
  check_round_trip(*sheet, Syntax::kif, sources, symbols);
  return 0;
}
