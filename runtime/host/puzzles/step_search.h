// Searches puzzles that are played in step: all must reach their goals after the same number of
// moves.
//
// The states of each puzzle after exactly i moves are its *level* i; a state may be in several
// levels, and each level contains it once. Levels grow together. When all of them have a state with
// the goal, the search tries a play to one of these states for each puzzle, preferably one that
// ends the puzzle. It is refuted if some puzzle has no next level, or if the levels repeat.
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
  std::uint64_t memory_bytes = 0;  ///< for all levels together; 0: no limit
  const std::atomic<bool>* stop = nullptr;
  /// Returns whether these moves of the one role, by puzzle, combine to a play of the whole game.
  std::function<bool(const std::vector<std::vector<Move>>&)> joins;
};

struct StepSearchResult {
  SearchEnd end = SearchEnd::complete;
  std::uint64_t states = 0;  ///< in all levels together
  std::uint32_t least = 0;   ///< proven: no play is shorter
  bool is_refuted = false;   ///< proven: no play exists
  bool is_found = false;     ///< `joins` has accepted a play
};

/// `games` have one role each; a state with the goal need not be terminal. Throws LimitReached as
/// they do.
[[nodiscard]] StepSearchResult search_in_step(const std::vector<const Game*>& games,
                                              const StepSearchOptions& options);

}  // namespace tesuji::runtime
