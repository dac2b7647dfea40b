// The time of one move, which several searches share.
#pragma once

#include "runtime/host/mcts/tree_search.h"

#include <algorithm>
#include <chrono>

namespace tesuji::driver {

/// Begins when it is made.
class MoveTime {
 public:
  explicit MoveTime(const runtime::TreeSearchLimits& all) : all_(all) {}

  /// The same limits, with this part of the remaining time if time is limited: at least a
  /// millisecond, since 0 would mean no limit.
  [[nodiscard]] runtime::TreeSearchLimits rest(double part = 1) const {
    constexpr double least_seconds = 0.001;
    runtime::TreeSearchLimits limits = all_;
    if (limits.seconds <= 0) return limits;
    const std::chrono::duration<double> spent = Clock::now() - begin_;
    limits.seconds = std::max(limits.seconds - spent.count(), least_seconds) * part;
    return limits;
  }

 private:
  using Clock = std::chrono::steady_clock;

  runtime::TreeSearchLimits all_;
  Clock::time_point begin_ = Clock::now();
};

}  // namespace tesuji::driver
