// Equations and differences of terms with parts, in clauses of logic programs.
#pragma once

#include "frontend/prolog/term_forms.h"
#include "ir/formulas/logic_clause.h"

#include <optional>

namespace tesuji::frontend {

/// `=` and `==`.
[[nodiscard]] bool is_equation(const ir::PrologTerm& atom);
/// `\=`, `\==` and dif.
[[nodiscard]] bool is_difference(const ir::PrologTerm& atom);
/// One of both.
[[nodiscard]] bool is_comparison(const ir::PrologTerm& atom);

struct SolvedEquations {
  /// Nothing where the equations have no unifier, also as a term would be a part of itself.
  std::optional<ir::LogicClause> clause;
  bool too_large = false;  ///< as terms that double with each equation: nothing is known
};

/// The clause without its equations: variables are what these say, by their most general unifier.
[[nodiscard]] SolvedEquations solve_equations(const ir::LogicClause& clause);

/// A comparison of terms as one of their constants.
struct FlatComparison {
  bool never = false;                               ///< it cannot hold
  std::optional<ir::LogicClause::Literal> literal;  ///< nothing: it always holds, or never
};

/// `S \= p(1,A)` as dif((S'1,S'2),(1,A)), tuples as compounds without a name; differences of which
/// the forms, or constants, tell the outcome are gone. A negated difference remains negated.
/// `literal` is no equation, but a negated one.
[[nodiscard]] FlatComparison flat_comparison(const ir::LogicClause::Literal& literal,
                                             const Environment& given);

}  // namespace tesuji::frontend
