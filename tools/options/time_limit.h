// Combines Ctrl-C and a limit of time in one flag, for work that checks only a flag.
#pragma once

#include "runtime/host/game/stop.h"
#include "tools/base/interrupt.h"

#include <atomic>

namespace tesuji::tools {

/// A runtime::TimedStop whose other flag is that of interrupts (interrupt.h).
class TimeLimit {
 public:
  /// `seconds` from now; 0: never.
  explicit TimeLimit(double seconds) : stop_(seconds, &watch_interrupts()) {}

  [[nodiscard]] const std::atomic<bool>& flag() const { return *stop_.flag(); }
  /// Whether it was time that set the flag.
  [[nodiscard]] bool is_over() const { return stop_.is_over(); }

 private:
  runtime::TimedStop stop_;
};

}  // namespace tesuji::tools
