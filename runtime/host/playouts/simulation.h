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
  /// Maximum number of moves per playout; 0: no moves. Commands map their 0 to no limit
  /// (`or_no_limit` in tools/options/number_checks.h).
  std::uint64_t step_limit = 10'000;
  double seconds = 0;  ///< wall clock; no playout begins after it; 0: no limit
  unsigned threads = 1;
  /// Checked from time to time; when set, playouts one by one drop the running ones. May be null.
  const std::atomic<bool>* stop = nullptr;
  bool distributions = false;  ///< compute them; only for playouts one by one
  /// Incremented from time to time by the number of finished playouts, but not by plugins in lanes.
  /// May be null.
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

/// How often each length and goal occurred.
struct PlayoutDistributions {
  std::map<std::uint64_t, std::uint64_t> lengths;     ///< joint moves, of all playouts
  std::vector<std::map<int, std::uint64_t>> goals{};  ///< by role, the goals counted in
                                                      ///< statistics.goal_counts
};

/// All but `seconds` and `on_device` depend only on game, seed, playouts and step limit, not on
/// threads or engine (unless it was stopped, or `seconds` ran out).
struct SimulationResult {
  PlayoutStatistics statistics;
  std::uint64_t shortest = 0;  ///< moves of the shortest playout; 0 without playouts
  std::uint64_t longest = 0;
  double seconds = 0;           ///< wall clock
  std::uint64_t on_device = 0;  ///< how many of the playouts a GPU played
  PlayoutDistributions distributions{};
};

/// Adds playouts that were played in parallel or later; `seconds` is unchanged.
void add(SimulationResult& to, const SimulationResult& other);

/// Plays playouts 0 .. options.playouts - 1. Throws what the game throws (LimitReached).
[[nodiscard]] SimulationResult simulate(const Game& game, const SimulationOptions& options);

/// Plays options.playouts playouts from each of several states: playout p starts from state number
/// p / options.playouts. Returns the statistics of each state. `starts`: states of the game,
/// `count` of them, one after the other.
[[nodiscard]] std::vector<SimulationResult> simulate(const Game& game,
                                                     std::span<const std::uint64_t> starts,
                                                     std::size_t count,
                                                     const SimulationOptions& options);

}  // namespace tesuji::runtime
