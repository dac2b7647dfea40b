// Many random playouts at once: on several threads, until done or told to stop.
#pragma once

#include "runtime/host/playout.h"

#include <atomic>
#include <cstdint>

namespace tesuji::runtime {

struct SimulationOptions {
  std::uint64_t playouts = 1000;
  std::uint64_t seed = 1;
  std::uint64_t step_limit = 10'000;  ///< moves per playout
  double seconds = 0;                 ///< wall clock after which no playout begins; 0: no limit
  unsigned threads = 1;
  const std::atomic<bool>* stop = nullptr;  ///< looked at after every playout; may be null
};

/// All but `seconds` depends on game, seed, playouts and step limit only, not on
/// threads or engine (unless it was stopped, or `seconds` were over).
struct SimulationResult {
  PlayoutStatistics statistics;
  std::uint64_t shortest = 0;  ///< moves of the shortest playout; 0 without playouts
  std::uint64_t longest = 0;
  double seconds = 0;  ///< wall clock
};

/// Playouts 0 .. options.playouts - 1. Throws what the game throws (LimitReached).
[[nodiscard]] SimulationResult simulate(const Game& game, const SimulationOptions& options);

}  // namespace tesuji::runtime
