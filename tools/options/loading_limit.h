// Limits the time of loading and compiling.
#pragma once

#include <condition_variable>
#include <mutex>
#include <string>
#include <thread>

namespace tesuji::tools {

/// Ends the process with exit_limit after so many seconds (0: never), unless it is gone by then:
/// for loading and compiling, which look at no flag and leave nothing half done. Ctrl-C ends these,
/// too (end_at_interrupts).
class LoadingLimit {
 public:
  /// Message of a command whose time was over before this.
  [[nodiscard]] static std::string time_over_before(const std::string& phase) {
    return "tesuji: error: the time limit was reached before " + phase + " (--seconds)";
  }

  /// `message`: printed to standard error.
  explicit LoadingLimit(double seconds,
                        std::string message = time_over_before("the game was loaded"));
  ~LoadingLimit() { end(); }
  LoadingLimit(const LoadingLimit&) = delete;
  LoadingLimit& operator=(const LoadingLimit&) = delete;

  /// Lets the process go on. Returns the seconds that are left for what comes after, at least
  /// 0.001; 0: no limit.
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
