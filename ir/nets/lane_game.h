// Represents a game, and a strategy's choice, as programs over lanes: one bit per game, 64 games in
// each block of a word.
//
// A *tick* makes a move in as many lanes as possible: it computes the legal moves, chooses one for
// each role at random, computes the next state and whether it is terminal. If the rules define
// whose turn it is, there are several *phases*, each with a tick for the lanes where one fluent
// holds, which omits the moves of waiting roles. Phases run one after the other; lanes that are not
// in the phase, or whose random numbers did not fit (lane_choice.h), remain unchanged.
//
// A tick reads and writes arrays of words, `LaneArray`. Blocks are independent of each other, so
// that the same programs run on words of any number of blocks with the same result.
#pragma once

#include "ir/nets/lut_program.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace tesuji::ir {

// --- A game

namespace lane_array {
inline constexpr std::uint32_t state = 0;  ///< fluents, then the counter of moves, lowest bit first
inline constexpr std::uint32_t control = 1;  ///< lane_control
inline constexpr std::uint32_t random = 2;   ///< random words, new in each tick
inline constexpr std::uint32_t moves = 2;    ///< same index, in questions: the moves made
inline constexpr std::uint32_t answers = 3;  ///< of goals
inline constexpr std::uint32_t count = 4;
}  // namespace lane_array

namespace lane_control {
/// Lanes with a game in progress; lanes whose game ends are removed.
inline constexpr std::uint32_t running = 0;
inline constexpr std::uint32_t held = 1;  ///< input: the lanes of these that make no more moves
// Lanes are added to these when their games end,
inline constexpr std::uint32_t ended = 2;      ///< in a terminal state,
inline constexpr std::uint32_t stuck = 3;      ///< because a role has no legal move,
inline constexpr std::uint32_t cut = 4;        ///< because they are held.
inline constexpr std::uint32_t carry = 5;      ///< output: lanes whose counter has overflowed
inline constexpr std::uint32_t generator = 6;  ///< four words of the random numbers' generator
inline constexpr std::uint32_t count = 10;
}  // namespace lane_control

/// Number of bits of the counter of moves in a state.
inline constexpr std::uint32_t lane_counter_bits = 8;

// Maximum number of phases of a game, and of random words in a phase.
inline constexpr std::size_t most_lane_phases = 64;
inline constexpr std::uint32_t most_lane_random_words = 1'000'000;

struct LanePhase {
  std::uint32_t fluent = no_id;  ///< selects the lanes in which this holds; no_id: all
  LutProgram tick;
  std::uint32_t random_words = 0;
};

/// An output of LaneGame::goals, in a terminal state.
struct LaneGoal {
  std::uint32_t role = 0;
  enum class Kind : std::uint8_t { value, missing, several } kind = Kind::value;
  std::uint32_t goal =
      no_id;  ///< of `value`: the role's goal is this one of Net::goals, and no other
};

struct LaneGame {
  std::uint32_t fluents = 0;
  std::vector<LanePhase> phases;  ///< in the order in which they run
  LutProgram goals;               ///< reads `state`, writes `answers`
  std::vector<LaneGoal> answers;  ///< by position
};

/// A net's questions as separate programs, for given states and moves: answers are in the order of
/// net_answers (net.h), in `answers`, except for the next state, in `state`.
struct LaneQuestions {
  LutProgram legal;
  LutProgram next;
  LutProgram terminal;
  LutProgram goals;
  LutProgram percepts;
};

// --- A strategy

/// A strategy's choice: its moves in 64 states of each block at a time, as programs over lanes. For
/// a game of two roles, one of which is in control. Predicates are tried in stages, one program
/// after the other: the next one handles the states in which no earlier one has a move, since few
/// states need the expensive ones. A program reads `state` and writes `answers`: whether one of its
/// predicates has a move; the predicate's position in the order of execution; and the move's
/// position in Net::moves; numbers bit by bit, the lowest first, 0 if there is no move.
struct LaneStrategy {
  std::uint32_t fluents = 0;
  std::array<std::uint32_t, 2> control{};  ///< by role: the fluent that holds when it moves
  /// The stages by role, for states in which it moves.
  std::array<std::vector<LutProgram>, 2> choose;
  std::uint32_t predicate_bits = 0;
  std::uint32_t move_bits = 0;
};

}  // namespace tesuji::ir
