// Computes the value of a puzzle with chance: the expected goal of the best strategy.
//
// All reachable states are enumerated. In each the role chooses a move, and all others, of which
// only chance has a choice, make each of their legal moves with equal probability. The value of a
// state is the largest mean of the next states' values over the role's moves; a terminal state is
// worth its goal, and 0 where it has none, as are states in which a role has no move. Play that
// never ends is worth 0.
//
// Values are iterated from 0 and from 100, latest states first: the former stay below what a state
// is worth, the latter above. Where no state comes again one sweep makes them equal. Otherwise they
// may stay apart, as where the role can wait for ever: then the value is known to lie between them.
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
  std::uint64_t memory_bytes = 0;  ///< of states and transitions; 0: no limit
  const std::atomic<bool>* stop = nullptr;
};

struct MoveValue {
  Move move = 0;
  double value = 0;  ///< expected goal, or less, where it is made and the best moves follow
};

struct ChanceValue {
  SearchEnd end = SearchEnd::complete;
  double value = 0;  ///< of the initial state, or less; only where the search is complete
  double upper = 0;  ///< of the initial state, or more; the same
  std::vector<MoveValue> moves;  ///< of the initial state, the best first; none where it is over
  std::uint64_t states = 0;
  std::uint64_t transitions = 0;
  std::uint32_t sweeps = 0;  ///< over all states, until no value changed by more than 1e-9

  [[nodiscard]] bool is_solved() const {
    constexpr double tolerance = 1e-6;
    return end == SearchEnd::complete && upper - value < tolerance;
  }
};

/// `game` has no percepts. Throws LimitReached as the game does.
[[nodiscard]] ChanceValue chance_value(const Game& game, const ChanceOptions& options);

}  // namespace tesuji::runtime
