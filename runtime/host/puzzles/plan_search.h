// A search for plans of a puzzle from any of its states, as players ask for it.
#pragma once

#include "runtime/host/puzzles/puzzle.h"

#include <atomic>
#include <cstddef>
#include <functional>
#include <string_view>

namespace tesuji::runtime {

struct PlanQuestion {
  StateView start;         ///< a state of the game that a play can reach
  double seconds = 0;      ///< for the search
  unsigned threads = 1;    ///< at the same time
  std::size_t memory = 0;  ///< bytes; 0: no limit
  const std::atomic<bool>* stop = nullptr;
  /// Called with each line from `start` that is better than those before, and the method that found
  /// it; by several threads, one at a time.
  std::function<void(const PuzzleLine& line, std::string_view method)> found{};
};

/// Returns whether the last line is proven to be a best one. Of one game; keeps what it computed of
/// the game. For one thread. Throws LimitReached as the game does.
using PlanSearch = std::function<bool(const PlanQuestion& question)>;

}  // namespace tesuji::runtime
