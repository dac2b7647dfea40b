#include "tools/reports/term_lines.h"

#include "frontend/gdl/syntax.h"
#include "ir/core/symbol.h"

#include <algorithm>
#include <string>

namespace tesuji::tools {

namespace {

bool is_infix(std::string_view line) {
  std::size_t depth = 0;
  char before = ' ';
  for (const char c : line) {
    if (depth == 0 && (c == ',' || c == '&')) return true;
    if (depth == 0 && c == '(' && before != ' ' && before != '\t' && before != ')') return true;
    if (c == '(') ++depth;
    if (c == ')' && depth > 0) --depth;
    before = c;
  }
  return false;
}

bool has_variable(const frontend::Term& term) {
  return term.kind == frontend::Term::Kind::variable ||
         std::any_of(term.args.begin(), term.args.end(), has_variable);
}

bool split_infix(ir::FileId file, std::uint32_t number, std::string_view line,
                 std::vector<ListedFluent>& terms, ir::Diagnostics& diagnostics) {
  // A map of its own: its places are those of the file except for the line's number.
  ir::SourceMap sources;
  const ir::FileId alone = sources.add("", std::string(line));
  ir::Diagnostics found(sources);
  ir::SymbolTable symbols;
  const auto parsed = frontend::parse_terms(alone, frontend::Syntax::infix, symbols, found);
  const auto place = [&](const ir::Span& span) {
    return ir::Span{file, {number, span.begin.column}, {number, span.end.column}};
  };
  for (const ir::Diagnostic& one : found.all()) {
    if (one.severity == ir::Severity::error) {
      diagnostics.error(place(one.span), one.code, one.message);
    }
  }
  if (!parsed || found.has_errors()) return false;
  for (const frontend::Term& term : *parsed) {
    if (has_variable(term)) {
      diagnostics.error(
          place(term.span), "parse",
          "no variables are allowed here, and names with a capital are variables in infix form");
      return false;
    }
    terms.push_back({frontend::print_term(term, frontend::Syntax::kif, symbols),
                     term.span.begin.column, term.span.end.column});
  }
  return true;
}

}  // namespace

bool split_terms(ir::FileId file, std::uint32_t number, std::string_view line,
                 std::vector<ListedFluent>& terms, ir::Diagnostics& diagnostics) {
  if (is_infix(line)) return split_infix(file, number, line, terms, diagnostics);
  if (split_fluents(line, terms)) return true;
  std::uint32_t begin = 1;
  std::uint32_t end = 2;
  if (!terms.empty()) {
    begin = terms.back().begin;
    end = terms.back().end;
  }
  diagnostics.error({file, {number, begin}, {number, end}}, "parse",
                    "the parentheses do not match");
  return false;
}

}  // namespace tesuji::tools
