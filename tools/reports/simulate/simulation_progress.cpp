#include "tools/reports/simulate/simulation_progress.h"

#include "runtime/host/memory/saturating.h"

#include <fmt/core.h>

#include <cstdio>
#include <utility>

namespace tesuji::tools {

SimulationProgress::SimulationProgress(std::size_t starts, std::uint64_t playouts,
                                       std::shared_ptr<const runtime::LaneDevice> device)
    : starts_(starts),
      total_(runtime::saturating_product(starts, playouts)),
      device_(std::move(device)),
      ticker_([this](double seconds) { print(seconds); }) {}

void SimulationProgress::print(double seconds) {
  const std::uint64_t played = played_;
  const std::uint64_t more = played > before_ ? played - before_ : 0;
  before_ = played;
  const bool waits = device_ != nullptr && !device_->plays_alone(starts_);
  fmt::print(stderr, "{}{}\n", progress_text(played, total_, more, seconds),
             waits ? "; the GPU is not ready" : "");
}

std::string progress_text(std::uint64_t played, std::uint64_t total, std::uint64_t more,
                          double since) {
  const std::string of = total == UINT64_MAX ? "" : fmt::format(" of {}", total);
  return fmt::format("simulate: {}{} playouts, {:.0f} a second", played, of,
                     static_cast<double>(more) / since);
}

}  // namespace tesuji::tools
