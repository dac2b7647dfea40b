// A run of playouts in lanes: blocks, who takes them, and what is counted.
#pragma once

#include "runtime/core/tesuji/lane_batch.h"
#include "runtime/core/tesuji/lane_division.h"
#include "runtime/host/playouts/lane_device.h"
#include "runtime/host/playouts/lane_playouts.h"

#include <atomic>
#include <chrono>
#include <cstdint>
#include <mutex>
#include <optional>
#include <span>
#include <stop_token>
#include <vector>

namespace tesuji::runtime {

/// What was counted, by start state.
struct LaneCounts {
  std::vector<tsj_lane_sums> sums;
  std::vector<std::uint64_t> answers;  ///< LanePlayer::answers of each
  std::vector<PlayoutStatistics>
      goals;  ///< goals alone, where the game is asked for them; or empty

  LaneCounts(const LanePlayer& player, std::size_t starts);

  void add(const LaneCounts& other);
};

/// Playouts from states that lanes begin with. Blocks are taken by threads, one word of them after
/// the other, and all that are left by a device once it is ready.
class LaneRun {
 public:
  /// All is to outlive it. `options.seconds` begins now.
  LaneRun(const LanePlayer& player, std::span<const std::uint64_t> starts,
          const SimulationOptions& options, const LaneEndHandler& ended);

  /// Plays all blocks, or as many as options allow. `device` may be null. For one thread, once.
  void play(const LaneDevice* device);

  /// What was counted of a start state.
  [[nodiscard]] SimulationResult result(std::size_t start) const;

 private:
  void play_on_processor();
  void play_beside(const LaneDevice& device);
  void play_on(const LaneDevice& device, const std::stop_token& unneeded);
  std::optional<TakenBlocks> take_all();
  void work();
  [[nodiscard]] double seconds_left() const;

  const LanePlayer& player_;
  std::span<const std::uint64_t> starts_;
  const SimulationOptions& options_;
  const LaneEndHandler& ended_;
  std::chrono::steady_clock::time_point begin_ = std::chrono::steady_clock::now();
  tsj_lane_division division_;
  std::mutex mutex_;
  LaneCounts totals_;                          ///< of the mutex
  std::vector<std::uint64_t> on_device_;       ///< playouts of the totals, by start state; or empty
  std::atomic<std::uint64_t> next_{0};         ///< the first block that nobody has taken
  std::optional<std::uint64_t> device_first_;  ///< the first block that the device took
  bool given_back_ = false;                    ///< by the device
};

}  // namespace tesuji::runtime
