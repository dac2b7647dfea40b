// Makes a clause cheaper that a search has found: drops literals, and puts constants
// for variables.
//
// A beam finds clauses by adding; what was added early may be needless, or too weak, once the rest
// is there (`C \= o` and three more literals where `C = x` was meant).
#pragma once

#include "learner/game_rules/clause_matches.h"

#include <cstddef>
#include <optional>

namespace tesuji::learner {

/// The clause that such steps lead to, one after the other, the best first: each covers no negative
/// example, and saves more bits, `bits` for each positive example less its cost. A clause that
/// covers negative examples, or no positive one, stays as it is. Takes at most some hundred
/// evaluations.
[[nodiscard]] PlayClause simplify_clause(const RuleProblem& problem, PlayClause clause, double bits,
                                         std::size_t most_words);

/// The clause with its variables numbered in the order of their appearance; nothing where a negated
/// literal or an equation has a variable that nothing before it has.
[[nodiscard]] std::optional<PlayClause> numbered(const PlayClause& clause);

}  // namespace tesuji::learner
