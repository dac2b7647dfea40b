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
  /// `message`: told on standard error.
  LoadingLimit(double seconds, std::string message);
  ~LoadingLimit();
  LoadingLimit(const LoadingLimit&) = delete;
  LoadingLimit& operator=(const LoadingLimit&) = delete;

  /// Of the limit, at least a little, for what comes after; 0: there is none.
  [[nodiscard]] double seconds_left() const;

 private:
  double seconds_;
  double begin_;
  bool done_ = false;
  std::mutex mutex_;
  std::condition_variable wake_;
  std::thread watcher_;
};

}  // namespace tesuji::tools
