// Steps of a game with given moves as programs over lanes: the questions of lane_game.h, joined to
// what a host asks for each step.
//
// A *seat* is where moves come in: one number for each game. Where the rules tell whose turn it is,
// there is one seat, of the role that moves, and the others make the one move that they have; else
// each role has a seat of its own. A role's moves are numbered from 0, in the net's order.
//
// The number comes as *index* planes, its bits, lowest first. It is no move where all of them are
// set, or where no move has it: then the lane stays as it is, and is told of as a fault. With a
// seat for each role, all bits set stand for the role's only legal move, where it has one.
#pragma once

#include "ir/nets/lane_game.h"
#include "ir/nets/lut_program.h"

#include <cstdint>
#include <vector>

namespace tesuji::ir {

namespace lane_step_array {
// In the places that lane_array gives them.
inline constexpr std::uint32_t state = lane_array::state;  ///< fluents
/// Word 0, written by `advance`: lanes that made no move. Then the index planes of all seats.
inline constexpr std::uint32_t control = lane_array::control;
inline constexpr std::uint32_t percepts = lane_array::moves;    ///< of `percepts`: its answers
inline constexpr std::uint32_t position = lane_array::answers;  ///< what `position` has found
}  // namespace lane_step_array

struct LaneSeat {
  std::uint32_t role = no_id;     ///< no_id: that of the role whose turn it is
  std::uint32_t width = 0;        ///< moves: of the role, or the most that a role has
  std::uint32_t first_plane = 0;  ///< of the position: which moves are legal, `width` planes
  std::uint32_t first_index = 0;  ///< of the control
  std::uint32_t index_bits = 0;
};

struct LaneSteps {
  LutProgram advance;   ///< state, control, position -> state, fault
  LutProgram position;  ///< state -> position: legal moves of the net, then of the one seat, ..
  LutProgram goals;     ///< of a terminal state -> `answers` in the place of the position
  LutProgram percepts;  ///< state before the step, control, position -> percepts
  std::vector<LaneGoal> answers;  ///< of `goals`
  std::vector<LaneSeat> seats;
  std::uint32_t control_words = 0;
  std::uint32_t position_words = 0;
  std::uint32_t terminal = 0;    ///< of the position: whether the game is over;
  std::uint32_t stuck = 0;       ///< whether it is not, but a role has no legal move;
  std::uint32_t mover = 0;       ///< the number of the role whose turn it is, in binary
  std::uint32_t mover_bits = 0;  ///< 0: there is a seat for each role
};

}  // namespace tesuji::ir
