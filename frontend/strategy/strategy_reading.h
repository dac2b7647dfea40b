// Describes a strategy's predicates in words, in the manner of the Results section of Muggleton and
// Hocquette (2019).
#pragma once

#include "frontend/strategy/strategy_parser.h"

#include <string>
#include <string_view>

namespace tesuji::frontend {

/// Returns one English sentence that states what `predicate` requires, with its helper predicates
/// unfolded, for example
///     State A is won at depth 2 if there is a move from A to B such that B is not
///     immediately won for the opponent and the opponent has no move from B to C
///     that prevents the player from winning immediately.
/// "The player" is the one to move in A. Describes predicates named win_k and draw_k as wins and
/// draws at depth k, without unfolding them. Returns an empty text if the strategy does not define
/// the predicate.
[[nodiscard]] std::string reading(const Strategy& strategy, std::string_view predicate);

}  // namespace tesuji::frontend
