// Represents steps of a game with given moves as programs over lanes: the questions of lane_game.h,
// combined into what a host needs for each step.
//
// A *seat* receives moves: one number for each game. If the rules define whose turn it is, there is
// one seat, for the role that moves, and the others make their only move; otherwise each role has
// its own seat. A role's moves are numbered from 0, in the net's order.
//
// The number is given as *index* planes, its bits, lowest first. It is invalid if all of them are
// set, or if no move has it: then the lane remains unchanged, and is reported as a fault. With a
// seat for each role, all bits set denote the role's only legal move, if it has one.
#pragma once

#include "ir/nets/lane_game.h"
#include "ir/nets/lut_program.h"

#include <cstdint>
#include <vector>

namespace tesuji::ir {

namespace lane_step_array {
// At the indexes of lane_array.
inline constexpr std::uint32_t state = lane_array::state;  ///< fluents
/// Word 0, written by `advance`: lanes that made no move. Then the index planes of all seats.
inline constexpr std::uint32_t control = lane_array::control;
inline constexpr std::uint32_t percepts = lane_array::moves;    ///< output of `percepts`
inline constexpr std::uint32_t position = lane_array::answers;  ///< output of `position`
}  // namespace lane_step_array

struct LaneSeat {
  std::uint32_t role = no_id;     ///< no_id: the role whose turn it is
  std::uint32_t width = 0;        ///< number of moves: of the role, or the maximum over roles
  std::uint32_t first_plane = 0;  ///< in the position: which moves are legal, `width` planes
  std::uint32_t first_index = 0;  ///< in the control
  std::uint32_t index_bits = 0;
};

struct LaneSteps {
  LutProgram advance;   ///< state, control, position -> state, fault
  LutProgram position;  ///< state -> position: legal moves of the net, then of the single seat, ..
  LutProgram goals;     ///< terminal state -> `answers`, at the index of the position
  LutProgram percepts;  ///< state before the step, control, position -> percepts
  std::vector<LaneGoal> answers;  ///< of `goals`
  std::vector<LaneSeat> seats;
  std::uint32_t control_words = 0;
  std::uint32_t position_words = 0;
  std::uint32_t terminal = 0;    ///< in the position: whether the game is over;
  std::uint32_t stuck = 0;       ///< whether it is not over, but a role has no legal move;
  std::uint32_t mover = 0;       ///< the number of the role whose turn it is, in binary
  std::uint32_t mover_bits = 0;  ///< 0: each role has a seat
};

}  // namespace tesuji::ir
