#include "tools/reports/simulate/simulation_progress.h"

#include "runtime/host/memory/saturating.h"

#include <fmt/core.h>

#include <chrono>
#include <condition_variable>
#include <cstdio>
#include <mutex>
#include <utility>

namespace tesuji::tools {

SimulationProgress::SimulationProgress(std::size_t starts, std::uint64_t playouts,
                                       std::shared_ptr<const runtime::LaneDevice> device)
    : starts_(starts),
      total_(runtime::saturating_product(starts, playouts)),
      device_(std::move(device)),
      thread_([this](const std::stop_token& stop) { watch(stop); }) {}

void SimulationProgress::watch(const std::stop_token& stop) {
  using Clock = std::chrono::steady_clock;
  std::mutex mutex;
  std::condition_variable_any ended;
  std::unique_lock lock(mutex);
  Clock::time_point told = Clock::now();
  std::uint64_t before = 0;
  while (
      !ended.wait_for(lock, stop, std::chrono::seconds(1), [&] { return stop.stop_requested(); })) {
    const Clock::time_point now = Clock::now();
    const std::uint64_t played = played_;
    const double since = std::chrono::duration<double>(now - std::exchange(told, now)).count();
    const std::uint64_t more = played > before ? played - before : 0;
    before = played;
    const bool waits = device_ != nullptr && !device_->plays_alone(starts_);
    fmt::print(stderr, "{}{}\n", progress_text(played, total_, more, since),
               waits ? "; the GPU is not ready" : "");
  }
}

std::string progress_text(std::uint64_t played, std::uint64_t total, std::uint64_t more,
                          double since) {
  const std::string of = total == UINT64_MAX ? "" : fmt::format(" of {}", total);
  return fmt::format("simulate: {}{} playouts, {:.0f} a second", played, of,
                     static_cast<double>(more) / since);
}

}  // namespace tesuji::tools
