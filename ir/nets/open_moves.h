// Finds legal moves that say by themselves that a game is not over: where it ends once nobody can
// move, a state with a legal move is not terminal, and nothing else need be computed for that.
#pragma once

#include "ir/nets/net.h"

#include <cstdint>
#include <vector>

namespace tesuji::ir {

/// A bit for each move of the net: those that are not legal in any terminal state. By structure
/// alone: what follows, gate by gate, from `terminal`. Empty: there are none.
[[nodiscard]] std::vector<std::uint64_t> open_moves(const Net& net);

/// The same where legal moves have a quarter fewer gates than legal moves and terminal, and at
/// least a hundred; else empty.
[[nodiscard]] std::vector<std::uint64_t> useful_open_moves(const Net& net);

}  // namespace tesuji::ir
