// Computes the value of a puzzle with chance: the expected goal of the best strategy.
//
// Enumerates all reachable states. In each the role chooses a move; all other roles, of which only
// chance has a choice, make each of their legal moves with equal probability. The value of a state
// is the largest mean of the next states' values over the role's moves; a terminal state has the
// value of its goal, or 0 without one; a state in which a role has no move has 0. Play that never
// ends has value 0.
//
// Iterates values from 0 and from 100, latest states first: the former stay below the true value,
// the latter above. If no state can repeat, one sweep makes them equal. Otherwise they may stay
// apart, for example if the role can wait for ever: then the value lies between them.
//
// Source: Bellman, Dynamic Programming (1957); Genesereth and Thielscher, General Game Playing
// (2014), chapter 13.
#pragma once

#include "runtime/host/puzzles/puzzle.h"

#include <atomic>
#include <cstdint>
#include <vector>

namespace tesuji::runtime {

struct ChanceOptions {
  Role role = 0;
  std::uint64_t memory_bytes = 0;  ///< for states and transitions; 0: no limit
  const std::atomic<bool>* stop = nullptr;
};

struct MoveValue {
  Move move = 0;
  double value = 0;  ///< expected goal, or a lower bound, if the move is made and the best moves
                     ///< follow
};

struct ChanceValue {
  SearchEnd end = SearchEnd::complete;
  double value = 0;  ///< of the initial state, or a lower bound; only if the search is complete
  double upper = 0;  ///< of the initial state, an upper bound; only if the search is complete
  std::vector<MoveValue> moves;  ///< of the initial state, the best first; empty if the game is
                                 ///< over there
  std::uint64_t states = 0;
  std::uint64_t transitions = 0;
  std::uint32_t sweeps = 0;  ///< sweeps over all states until no value changed by more than 1e-9

  [[nodiscard]] bool is_solved() const {
    constexpr double tolerance = 1e-6;
    return end == SearchEnd::complete && upper - value < tolerance;
  }
};

/// `game` must have no percepts. Throws LimitReached as the game does.
[[nodiscard]] ChanceValue chance_value(const Game& game, const ChanceOptions& options);

}  // namespace tesuji::runtime
