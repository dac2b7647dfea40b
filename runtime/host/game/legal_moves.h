// Looks for a move among the legal moves of a role.
#pragma once

#include "runtime/host/game/game.h"

#include <algorithm>
#include <span>

namespace tesuji::runtime {

/// Whether the move is one of them. They are in the order of moves, which need not be that of their
/// numbers: some games number moves as they meet them (game.h).
[[nodiscard]] inline bool has_move(std::span<const Move> legal, Move move) {
  return std::find(legal.begin(), legal.end(), move) != legal.end();
}

}  // namespace tesuji::runtime
