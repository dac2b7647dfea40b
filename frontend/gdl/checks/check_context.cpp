// Prints terms for messages, in the syntax of the sheet.
#include "frontend/gdl/checks/checks.h"
#include "frontend/gdl/syntax.h"

#include <fmt/format.h>

namespace tesuji::frontend {
namespace {

/// Whether the author wrote `_`: parsers replace each one by a new name.
bool is_anonymous(const Term& variable, const ir::SourceMap& sources) {
  const ir::Span& span = variable.span;
  if (!span.known() || span.begin.line != span.end.line) return false;
  const std::string_view line = sources[span.file].line(span.begin.line);
  return span.begin.column <= line.size() && span.end.column == span.begin.column + 1 &&
         line[span.begin.column - 1] == '_';
}

}  // namespace

std::string CheckContext::text(const Term& term) const {
  if (term.kind == Term::Kind::variable && is_anonymous(term, diagnostics.sources())) return "_";
  return print_term(term, written.syntax, symbols);
}

std::string CheckContext::form(const Term& term) const {
  if (term.kind != Term::Kind::compound || term.args.empty()) return text(term);
  return outline(text({Term::Kind::constant, term.name, {}, {}}), "..");
}

std::string CheckContext::outline(std::string_view name, std::string_view arguments) const {
  const bool infix = written.syntax == Syntax::infix;
  return infix ? fmt::format("{}({})", name, arguments) : fmt::format("({} {})", name, arguments);
}

}  // namespace tesuji::frontend
