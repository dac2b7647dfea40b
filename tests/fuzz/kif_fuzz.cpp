// KIF text: what parses prints, and parses back to the same clauses; validation
// reports and never fails otherwise.
#include "frontend/gdl/checks/validate.h"
#include "frontend/gdl/syntax.h"
#include "tests/fuzz/support.h"

using namespace tesuji;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  ir::SourceMap sources;
  ir::SymbolTable symbols;
  ir::Diagnostics diagnostics(sources);
  const ir::FileId file = sources.add("input.kif", fuzz::text_of(data, size));
  std::optional<frontend::Rulesheet> sheet =
      frontend::parse_rulesheet(file, frontend::Syntax::kif, symbols, diagnostics);
  fuzz::check_report(diagnostics, sheet.has_value());
  if (!sheet) return 0;

  const std::string printed = frontend::print_rulesheet(*sheet, frontend::Syntax::kif, symbols);
  ir::Diagnostics again(sources);
  const auto second = frontend::parse_rulesheet(sources.add("printed.kif", printed),
                                                frontend::Syntax::kif, symbols, again);
  fuzz::require(second.has_value(), "printed KIF parses", again.render() + printed);
  fuzz::require(fuzz::equal(sheet->clauses, second->clauses),
                "printed KIF parses to the same clauses", printed);

  const bool valid = frontend::validate(*sheet, symbols, diagnostics);
  fuzz::check_report(diagnostics, valid);
  return 0;
}
