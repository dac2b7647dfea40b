// Prints the progress of random playouts each second.
#pragma once

#include "runtime/host/playouts/lane_playouts.h"
#include "runtime/host/playouts/simulation.h"
#include "tools/base/terminal.h"

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>

namespace tesuji::tools {

/// Prints from its construction to its destruction, on standard error, in a thread of its own.
class SimulationProgress {
 public:
  /// `playouts` will be played from each of this many states. `device` may be null.
  SimulationProgress(std::size_t starts, std::uint64_t playouts,
                     std::shared_ptr<const runtime::LaneDevice> device);
  SimulationProgress(const SimulationProgress&) = delete;
  SimulationProgress& operator=(const SimulationProgress&) = delete;

  /// For SimulationOptions::progress.
  [[nodiscard]] std::atomic<std::uint64_t>* counter() { return &played_; }

 private:
  void print(double seconds);

  std::size_t starts_;
  std::uint64_t total_;
  std::shared_ptr<const runtime::LaneDevice> device_;
  std::atomic<std::uint64_t> played_{0};
  std::uint64_t before_ = 0;  ///< playouts at the last report
  Ticker ticker_;             ///< must be destroyed first
};

/// Returns `simulate: 500 of 2000 playouts, 250 a second`. `total`: UINT64_MAX for as many as time
/// allows. `since`: the seconds in which `more` were played.
[[nodiscard]] std::string progress_text(std::uint64_t played, std::uint64_t total,
                                        std::uint64_t more, double since);

}  // namespace tesuji::tools
