// Makes a clause found by a search cheaper: drops literals, and replaces variables by constants.
//
// A beam finds clauses by adding literals; an early one may turn out to be needless, or too weak,
// once the rest is there (`C \= o` and three more literals where `C = x` was meant).
#pragma once

#include "learner/game_rules/clause_matches.h"

#include <cstddef>
#include <optional>

namespace tesuji::learner {

/// Applies such steps one after the other, the best first: each must cover no negative example, and
/// save more bits, which are `bits` for each positive example minus the cost. Returns a clause that
/// covers negative examples, or no positive one, unchanged. Takes at most some hundred evaluations.
[[nodiscard]] PlayClause simplify_clause(const RuleProblem& problem, PlayClause clause, double bits,
                                         std::size_t most_words);

/// Returns the clause with its variables numbered in the order of appearance; nothing if a negated
/// literal or an equation has a variable that does not occur before it.
[[nodiscard]] std::optional<PlayClause> numbered(const PlayClause& clause);

}  // namespace tesuji::learner
