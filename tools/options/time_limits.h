// Limits the time of commands. LoadingLimit ends the process, because loading and compiling check
// no flag; TimeLimit sets the flag of later work, as Ctrl-C does.
#pragma once

#include "runtime/host/game/stop.h"
#include "tools/base/interrupt.h"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <mutex>
#include <string>
#include <thread>

namespace tesuji::tools {

/// Ends the process with exit_limit after this many seconds (0: never), unless the limit has been
/// removed by then: for loading and compiling, which check no flag and leave no partial files.
/// Ctrl-C ends these, too (end_at_interrupts).
class LoadingLimit {
 public:
  /// Returns the message of a command whose time ran out before this phase.
  [[nodiscard]] static std::string time_over_before(const std::string& phase) {
    return "tesuji: error: the time limit was reached before " + phase + " (--seconds)";
  }

  /// `message`: printed to standard error.
  explicit LoadingLimit(double seconds,
                        std::string message = time_over_before("the game was loaded"));
  ~LoadingLimit() { end(); }
  LoadingLimit(const LoadingLimit&) = delete;
  LoadingLimit& operator=(const LoadingLimit&) = delete;

  /// Removes the limit. Returns the seconds that remain for the next phases, at least 0.001; 0: no
  /// limit.
  double end();

 private:
  double seconds_;
  double begin_;
  bool done_ = false;
  std::mutex mutex_;
  std::condition_variable wake_;
  std::thread watcher_;
};

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
