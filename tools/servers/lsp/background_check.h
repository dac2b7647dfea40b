// Runs a check in a process of its own, so that no text can block the server.
#pragma once

#include "tools/base/report.h"

#include <sys/types.h>

#include <chrono>
#include <functional>
#include <string>
#include <vector>

namespace tesuji::tools {

/// A child process that sends JSON texts, one a line, until it is done. The calling process must
/// have no other threads.
class BackgroundCheck {
 public:
  /// Sends a result to the parent process.
  using Send = std::function<void(const Json&)>;

  /// Starts `work`, whose printed output is discarded. Throws std::system_error if no process can
  /// be started.
  explicit BackgroundCheck(const std::function<void(const Send&)>& work);
  /// Ends the process.
  ~BackgroundCheck();
  BackgroundCheck(const BackgroundCheck&) = delete;
  BackgroundCheck& operator=(const BackgroundCheck&) = delete;

  /// Becomes readable when read() has data.
  [[nodiscard]] int descriptor() const { return from_child_; }
  /// Returns whether the process continues; `results` receives the results since the last call.
  [[nodiscard]] bool read(std::vector<Json>& results);
  /// Whether the process has ended by itself, having done all its work. Call it after read()
  /// returned false.
  [[nodiscard]] bool succeeded() const { return succeeded_; }
  /// Returns the time since the start.
  [[nodiscard]] std::chrono::steady_clock::duration elapsed() const {
    return std::chrono::steady_clock::now() - start_;
  }

 private:
  int from_child_ = -1;
  pid_t child_ = -1;
  std::string unread_;
  bool succeeded_ = false;
  std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
};

}  // namespace tesuji::tools
