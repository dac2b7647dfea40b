// Ctrl-C and a limit of time in one flag, for work that looks at a flag only.
#pragma once

#include <atomic>
#include <condition_variable>
#include <mutex>
#include <thread>

namespace tesuji::tools {

/// Sets its flag after so many seconds (0: never) or when an interrupt comes (interrupt.h),
/// whatever is first. Its thread ends with it.
class TimeLimit {
 public:
  explicit TimeLimit(double seconds);
  ~TimeLimit();
  TimeLimit(const TimeLimit&) = delete;
  TimeLimit& operator=(const TimeLimit&) = delete;

  [[nodiscard]] const std::atomic<bool>& flag() const { return flag_; }
  /// Whether it was time that set the flag.
  [[nodiscard]] bool is_over() const { return over_; }

 private:
  void watch(double seconds);

  std::atomic<bool> flag_{false};
  std::atomic<bool> over_{false};
  bool done_ = false;
  std::mutex mutex_;
  std::condition_variable wake_;
  std::thread watcher_;
};

}  // namespace tesuji::tools
