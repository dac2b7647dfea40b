// Finds legal moves that prove that a game is not over: if it ends only when no role can move, a
// state with a legal move is not terminal, and `terminal` need not be evaluated.
#pragma once

#include "ir/nets/net.h"

#include <cstdint>
#include <vector>

namespace tesuji::ir {

/// Returns a bit for each move of the net: set if it is not legal in any terminal state. By
/// structure only: by propagating `terminal` gate by gate. Empty if there are no such moves.
[[nodiscard]] std::vector<std::uint64_t> open_moves(const Net& net);

/// Returns the same if evaluating only legal moves saves a quarter of the gates of legal moves and
/// terminal, and at least a hundred; otherwise empty.
[[nodiscard]] std::vector<std::uint64_t> useful_open_moves(const Net& net);

}  // namespace tesuji::ir
