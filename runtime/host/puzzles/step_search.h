// Searches puzzles that are played in step: all are to reach their goals after the same number of
// moves.
//
// The states of each puzzle after exactly so many moves are a *level*; a state may be in several
// levels, and each level has it once. Levels grow together, and where all of them have a state with
// the goal, a play to one of these is tried: one that ends its puzzle, if there is one. A puzzle
// without a next level refutes all, and so do levels that come again.
#pragma once

#include "runtime/host/puzzles/puzzle.h"

#include <atomic>
#include <cstdint>
#include <functional>
#include <vector>

namespace tesuji::runtime {

struct StepSearchOptions {
  int goal = highest_goal;
  std::uint32_t most_moves = 0;    ///< of a play; 0: no limit
  std::uint64_t memory_bytes = 0;  ///< of all levels together; 0: no limit
  const std::atomic<bool>* stop = nullptr;
  /// Whether these moves of the one role, by puzzle, make a play of the whole game.
  std::function<bool(const std::vector<std::vector<Move>>&)> joins;
};

struct StepSearchResult {
  SearchEnd end = SearchEnd::complete;
  std::uint64_t states = 0;  ///< of all levels together
  std::uint32_t least = 0;   ///< proven: no play is shorter
  bool is_refuted = false;   ///< there is none
  bool is_found = false;     ///< `joins` has accepted a play
};

/// Games with one role each, whose states need not have the goal to be terminal. Throws
/// LimitReached as they do.
[[nodiscard]] StepSearchResult search_in_step(const std::vector<const Game*>& games,
                                              const StepSearchOptions& options);

}  // namespace tesuji::runtime
