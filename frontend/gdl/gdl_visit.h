// Walks over the syntax tree that several checks share. They recurse; the
// parsers bound the depth (max_nesting).
#pragma once

#include "frontend/gdl/gdl_ast.h"

#include <algorithm>
#include <utility>

namespace tesuji::frontend {

/// A constant, or a functor with its number of arguments (counted from 1, so that `(f)` is not
/// `f`).
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

/// Whether both are written with the same symbols and variables.
[[nodiscard]] inline bool same_term(const Term& a, const Term& b) {
  return a.kind == b.kind && a.name == b.name &&
         std::equal(a.args.begin(), a.args.end(), b.args.begin(), b.args.end(), same_term);
}

/// Whether the terms differ whatever their variables stand for.
[[nodiscard]] inline bool clash(const Term& a, const Term& b) {
  if (a.kind == Term::Kind::variable || b.kind == Term::Kind::variable) {
    return false;
  }
  return a.kind != b.kind || a.name != b.name || a.args.size() != b.args.size() ||
         !std::equal(a.args.begin(), a.args.end(), b.args.begin(),
                     [](const Term& x, const Term& y) { return !clash(x, y); });
}

/// Calls `visit(const Term& atom)` for every atom in a body, positive or negated,
/// in order; distinct and same are no atoms.
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
