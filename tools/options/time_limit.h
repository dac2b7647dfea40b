// Combines Ctrl-C and a time limit in one flag, for work that checks only a flag.
#pragma once

#include "runtime/host/game/stop.h"
#include "tools/base/interrupt.h"

#include <algorithm>
#include <atomic>
#include <chrono>

namespace tesuji::tools {

/// A runtime::TimedStop whose other flag is that of interrupts (interrupt.h).
class TimeLimit {
 public:
  /// `seconds` from now; 0: never.
  explicit TimeLimit(double seconds)
      : seconds_(seconds), begin_(Clock::now()), stop_(seconds, &watch_interrupts()) {}

  [[nodiscard]] const std::atomic<bool>& flag() const { return *stop_.flag(); }
  /// Whether the time limit set the flag.
  [[nodiscard]] bool is_over() const { return stop_.is_over(); }
  /// Returns at least 0.001; 0: no limit.
  [[nodiscard]] double seconds_left() const {
    const std::chrono::duration<double> spent = Clock::now() - begin_;
    return seconds_ <= 0 ? 0 : std::max(seconds_ - spent.count(), 0.001);
  }

 private:
  using Clock = std::chrono::steady_clock;

  double seconds_;
  Clock::time_point begin_;
  runtime::TimedStop stop_;
};

}  // namespace tesuji::tools
