// Plays many random games on several threads, until done or stopped.
#pragma once

#include "runtime/host/playouts/playout.h"

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <map>
#include <span>
#include <vector>

namespace tesuji::runtime {

struct SimulationOptions {
  std::uint64_t playouts = 1000;
  std::uint64_t seed = 1;
  std::uint64_t step_limit = 10'000;  ///< moves per playout
  double seconds = 0;                 ///< wall clock after which no playout begins; 0: no limit
  unsigned threads = 1;
  /// Looked at now and then: one by one, what runs is given up then. May be null.
  const std::atomic<bool>* stop = nullptr;
  bool distributions = false;  ///< count them; only of playouts one by one
  /// Counted up, now and then, by the playouts that are over; plugins do not in lanes. May be null.
  std::atomic<std::uint64_t>* progress = nullptr;
};

/// Whether `stop` is set.
[[nodiscard]] inline bool is_stopped(const SimulationOptions& options) {
  return options.stop != nullptr && options.stop->load(std::memory_order_relaxed);
}

/// Adds to `progress`.
inline void report_progress(const SimulationOptions& options, std::uint64_t playouts) {
  if (options.progress == nullptr) return;
  options.progress->fetch_add(playouts, std::memory_order_relaxed);
}

/// How often what came up.
struct PlayoutDistributions {
  std::map<std::uint64_t, std::uint64_t> lengths;     ///< joint moves, of all playouts
  std::vector<std::map<int, std::uint64_t>> goals{};  ///< by role, those of statistics.goal_counts
};

/// All but `seconds` and `on_device` depends on game, seed, playouts and step limit only, not on
/// threads or engine (unless it was stopped, or `seconds` were over).
struct SimulationResult {
  PlayoutStatistics statistics;
  std::uint64_t shortest = 0;  ///< moves of the shortest playout; 0 without playouts
  std::uint64_t longest = 0;
  double seconds = 0;           ///< wall clock
  std::uint64_t on_device = 0;  ///< of the playouts, how many a GPU played
  PlayoutDistributions distributions{};
};

/// Adds playouts that were played beside these or after them; `seconds` stays.
void add(SimulationResult& to, const SimulationResult& other);

/// Playouts 0 .. options.playouts - 1. Throws what the game throws (LimitReached).
[[nodiscard]] SimulationResult simulate(const Game& game, const SimulationOptions& options);

/// The same from several states, options.playouts from each: playout number p begins with state
/// number p / options.playouts. The statistics of each. `starts`: states of the game, `count` of
/// them, one after the other.
[[nodiscard]] std::vector<SimulationResult> simulate(const Game& game,
                                                     std::span<const std::uint64_t> starts,
                                                     std::size_t count,
                                                     const SimulationOptions& options);

}  // namespace tesuji::runtime
