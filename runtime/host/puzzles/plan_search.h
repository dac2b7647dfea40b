// Declares a search for plans of a puzzle from any of its states, for players.
#pragma once

#include "runtime/host/puzzles/puzzle.h"

#include <atomic>
#include <cstddef>
#include <functional>
#include <string_view>

namespace tesuji::runtime {

struct PlanQuestion {
  StateView start;         ///< a reachable state of the game
  double seconds = 0;      ///< for the search
  unsigned threads = 1;    ///< at the same time
  std::size_t memory = 0;  ///< bytes; 0: no limit
  const std::atomic<bool>* stop = nullptr;
  /// Called with each line from `start` that is better than the ones before, and the method that
  /// found it; from several threads, one at a time.
  std::function<void(const PuzzleLine& line, std::string_view method)> found{};
};

/// Returns whether the last line is proven to be a best one. Belongs to one game, and keeps what it
/// has computed for it. For one thread. Throws LimitReached as the game does.
using PlanSearch = std::function<bool(const PlanQuestion& question)>;

}  // namespace tesuji::runtime
