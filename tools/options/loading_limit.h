// Limits the time of loading and compiling.
#pragma once

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

}  // namespace tesuji::tools
