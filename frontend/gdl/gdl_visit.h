// Walks over the syntax tree, shared by several checks. They recurse; the parsers bound the depth
// (max_nesting).
#pragma once

#include "frontend/gdl/gdl_ast.h"

#include <algorithm>
#include <utility>

namespace tesuji::frontend {

/// A constant (arity 0), or a functor with its number of arguments plus 1, so that `(f)` differs
/// from `f`.
using TermForm = std::pair<ir::Symbol, std::size_t>;

[[nodiscard]] inline TermForm form_of(const Term& term) {
  return {term.name, term.kind == Term::Kind::compound ? term.args.size() + 1 : 0};
}

/// Calls `visit(const Term&)` for every occurrence of a variable in `term`, in order.
template <typename Visit>
void for_each_variable(const Term& term, const Visit& visit) {
  if (term.kind == Term::Kind::variable) {
    visit(term);
    return;
  }
  for (const Term& argument : term.args) {
    for_each_variable(argument, visit);
  }
}

/// Whether both terms consist of the same symbols and variables.
[[nodiscard]] inline bool same_term(const Term& a, const Term& b) {
  return a.kind == b.kind && a.name == b.name &&
         std::equal(a.args.begin(), a.args.end(), b.args.begin(), b.args.end(), same_term);
}

/// Whether the terms differ for every value of their variables.
[[nodiscard]] inline bool clash(const Term& a, const Term& b) {
  if (a.kind == Term::Kind::variable || b.kind == Term::Kind::variable) {
    return false;
  }
  return a.kind != b.kind || a.name != b.name || a.args.size() != b.args.size() ||
         !std::equal(a.args.begin(), a.args.end(), b.args.begin(),
                     [](const Term& x, const Term& y) { return !clash(x, y); });
}

/// Calls `visit(const Term& atom)` for every atom in a body, positive or negated, in order; skips
/// distinct and same.
template <typename Visit>
void for_each_atom(const std::vector<Literal>& literals, const Visit& visit) {
  for (const Literal& literal : literals) {
    if (literal.kind == Literal::Kind::atom) {
      visit(literal.atom);
    } else {
      for_each_atom(literal.children, visit);
    }
  }
}

}  // namespace tesuji::frontend
