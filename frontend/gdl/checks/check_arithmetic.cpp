// Reports terms that look like computations. GDL has none: `(+ ?x 1)` is a term with a functor `+`,
// and never the same as a number.
#include "frontend/gdl/checks/checks.h"
#include "frontend/gdl/checks/slips.h"
#include "frontend/gdl/gdl_ast.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <map>
#include <string>

namespace tesuji::frontend {
namespace {

bool is_number(const std::string& name) {
  return !name.empty() && std::all_of(name.begin(), name.end(), [](char c) {
    return std::isdigit(static_cast<unsigned char>(c)) != 0;
  });
}

template <typename Visit>
void for_each_term(const Term& term, const Visit& visit) {
  for (const Term& argument : term.args) {
    visit(argument);
    for_each_term(argument, visit);
  }
}

/// A functor's first term, and how many there are.
struct Computation {
  const Term* first = nullptr;
  std::size_t terms = 0;
};

}  // namespace

std::string CheckContext::no_arithmetic() const {
  const bool infix = written.syntax == Syntax::infix;
  return fmt::format(
      "GDL has no arithmetic: relate numbers by facts such as `{}`, and write `{}` as a condition",
      outline("succ", infix ? "1,2" : "1 2"), outline("succ", infix ? "X,X2" : "?x ?x2"));
}

bool CheckContext::is_computation(const Term& term) const {
  if (term.kind != Term::Kind::compound || term.args.size() != 2 || !is_arithmetic(name(term))) {
    return false;
  }
  const auto is_operand = [&](const Term& argument) {
    return argument.kind == Term::Kind::variable || is_computation(argument) ||
           (argument.kind == Term::Kind::constant && is_number(name(argument)));
  };
  const bool number = std::any_of(term.args.begin(), term.args.end(), [&](const Term& argument) {
    return argument.kind == Term::Kind::constant && is_number(name(argument));
  });
  return number && std::all_of(term.args.begin(), term.args.end(), is_operand);
}

void check_arithmetic(const CheckContext& context) {
  std::map<ir::Symbol, Computation> found;
  const auto look = [&](const Term& atom) {
    for_each_term(atom, [&](const Term& term) {
      if (!context.is_computation(term)) return;
      Computation& computation = found[term.name];
      if (computation.terms++ == 0) computation.first = &term;
    });
  };
  for (const Clause& clause : context.written.clauses) {
    if (clause.body.empty()) continue;
    look(clause.head);
    for_each_atom(clause.body, look);
  }
  for (const auto& [functor, computation] : found) {
    std::string message = fmt::format("`{}` is not computed, as {}", context.text(*computation.first),
                                      context.no_arithmetic());
    if (computation.terms > 1) {
      message +=
          fmt::format(" ({} terms with `{}`)", computation.terms, context.symbols.text(functor));
    }
    context.diagnostics.warning(computation.first->span, "arithmetic", std::move(message));
  }
}

}  // namespace tesuji::frontend
