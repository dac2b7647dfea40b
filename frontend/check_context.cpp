// Terms in messages, in the syntax of the sheet.
#include "frontend/checks.h"
#include "frontend/syntax.h"

#include <fmt/format.h>

namespace tesuji::frontend {

std::string CheckContext::text(const Term& term) const {
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
