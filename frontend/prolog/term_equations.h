// Solves equations and differences of compound terms in clauses of logic programs.
#pragma once

#include "frontend/prolog/term_forms.h"
#include "ir/formulas/logic_clause.h"

#include <optional>

namespace tesuji::frontend {

/// `=` and `==`.
[[nodiscard]] bool is_equation(const ir::PrologTerm& atom);
/// `\=`, `\==` and dif.
[[nodiscard]] bool is_difference(const ir::PrologTerm& atom);
/// Any of the above.
[[nodiscard]] bool is_comparison(const ir::PrologTerm& atom);

struct SolvedEquations {
  /// nullopt if the equations have no unifier, including by the occurs check
  std::optional<ir::LogicClause> clause;
  bool too_large = false;  ///< the terms grow too large, so that nothing is known
};

/// Returns the clause without its equations, its variables replaced by the most general unifier.
[[nodiscard]] SolvedEquations solve_equations(const ir::LogicClause& clause);

/// A comparison of terms, reduced to a comparison of their constants.
struct FlatComparison {
  bool never = false;                               ///< it cannot hold
  std::optional<ir::LogicClause::Literal> literal;  ///< nullopt: it always holds, or never
};

/// Rewrites `S \= p(1,A)` as dif((S'1,S'2),(1,A)), with tuples as compounds without a name; removes
/// differences whose outcome the forms, or constants, determine. A negated difference remains
/// negated. `literal` is not an equation unless negated.
[[nodiscard]] FlatComparison flat_comparison(const ir::LogicClause::Literal& literal,
                                             const Environment& given);

}  // namespace tesuji::frontend
