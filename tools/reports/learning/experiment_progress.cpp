#include "tools/reports/learning/experiment_progress.h"

#include <fmt/core.h>

namespace tesuji::tools {

void ExperimentProgress::after_run() {
  constexpr std::chrono::milliseconds least_pause{200};
  const std::lock_guard lock(mutex_);
  ++ended_;
  const auto now = std::chrono::steady_clock::now();
  if (ended_ < runs_ && now < told_ + least_pause) return;
  told_ = now;
  fmt::print(stderr, "experiment: {}: {} of {} runs\n", game_, ended_, runs_);
}

}  // namespace tesuji::tools
