// Queries and lists of terms, in both syntaxes: what parses prints and parses back.
#include "frontend/gdl/syntax.h"
#include "tests/fuzz/support.h"

using namespace tesuji;
using frontend::Syntax;

namespace {

class Check {
 public:
  Check(const std::string& text, Syntax syntax) : text_(text), syntax_(syntax) {}

  void query() {
    const auto literals = read(text_, &frontend::parse_query);
    if (!literals) return;
    std::string printed;
    for (const frontend::Literal& literal : *literals) {
      // `a | b` stands for itself; in a conjunction it needs parentheses.
      const bool bare =
          syntax_ == Syntax::kif || literal.kind != frontend::Literal::Kind::disjunction;
      const std::string text = frontend::print_literal(literal, syntax_, symbols_);
      add(printed, bare ? text : "(" + text + ")", " & ");
    }
    const auto second = read(printed, &frontend::parse_query);
    fuzz::require(second && fuzz::equal(*literals, *second), "a query prints and parses back",
                  printed);
  }

  void terms() {
    const auto terms = read(text_, &frontend::parse_terms);
    if (!terms) return;
    std::string printed;
    for (const frontend::Term& term : *terms) {
      add(printed, frontend::print_term(term, syntax_, symbols_), ", ");
    }
    const auto second = read(printed, &frontend::parse_terms);
    fuzz::require(second && fuzz::equal(*terms, *second), "terms print and parse back", printed);
  }

 private:
  template <typename Part>
  using Parser = std::optional<std::vector<Part>> (*)(ir::FileId, Syntax, ir::SymbolTable&,
                                                      ir::Diagnostics&);

  template <typename Part>
  std::optional<std::vector<Part>> read(const std::string& text, Parser<Part> parser) {
    ir::Diagnostics diagnostics(sources_);
    auto parsed = parser(sources_.add("input", text), syntax_, symbols_, diagnostics);
    fuzz::check_report(diagnostics, parsed.has_value());
    return parsed;
  }

  void add(std::string& text, const std::string& part, const char* infix_separator) const {
    if (!text.empty()) text += syntax_ == Syntax::infix ? infix_separator : " ";
    text += part;
  }

  const std::string& text_;
  Syntax syntax_;
  ir::SourceMap sources_;
  ir::SymbolTable symbols_;
};

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string text = fuzz::text_of(data, size);
  for (const Syntax syntax : {Syntax::kif, Syntax::infix}) {
    Check(text, syntax).query();
    Check(text, syntax).terms();
  }
  return 0;
}
