// Represents a strategy's choice as a program over lanes: its moves in 64 states of each block at a
// time.
#pragma once

#include "ir/nets/lut_program.h"

#include <array>
#include <cstdint>
#include <vector>

namespace tesuji::ir {

/// For a game of two roles, one of which is in control. Predicates are tried in stages, one program
/// after the other: the next one handles the states in which no earlier one has a move, since few
/// states need the expensive ones. A program reads `state` (lane_game.h) and writes `answers`:
/// whether one of its predicates has a move; the predicate's position in the order of execution;
/// and the move's position in Net::moves; numbers bit by bit, the lowest first, 0 if there is no
/// move.
struct LaneStrategy {
  std::uint32_t fluents = 0;
  std::array<std::uint32_t, 2> control{};  ///< by role: the fluent that holds when it moves
  /// The stages by role, for states in which it moves.
  std::array<std::vector<LutProgram>, 2> choose;
  std::uint32_t predicate_bits = 0;
  std::uint32_t move_bits = 0;
};

}  // namespace tesuji::ir
