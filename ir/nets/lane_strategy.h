// A strategy's choice as a program over lanes: its moves in 64 states of each block at a time.
#pragma once

#include "ir/nets/lut_program.h"

#include <array>
#include <cstdint>
#include <vector>

namespace tesuji::ir {

/// Of a game of two roles, one of which is in control. Predicates are tried in stages, one program
/// after the other: the next one is for the states in which none before has a move, since few need
/// what is expensive. A program reads `state` (lane_game.h) and writes `answers`: whether one of
/// its predicates has a move; which one does, as its place in the order of execution; and which
/// move that is, as its place in Net::moves; the numbers bit by bit, the lowest first, 0 where
/// there is none.
struct LaneStrategy {
  std::uint32_t fluents = 0;
  std::array<std::uint32_t, 2> control{};  ///< by role: the fluent that holds when it moves
  /// By role, for states in which it moves: the stages.
  std::array<std::vector<LutProgram>, 2> choose;
  std::uint32_t predicate_bits = 0;
  std::uint32_t move_bits = 0;
};

}  // namespace tesuji::ir
