// Controls terminal output: colours, a progress line, and a clock for reports of progress.
#pragma once

#include "tools/base/arguments.h"

#include <condition_variable>
#include <functional>
#include <mutex>
#include <string>
#include <thread>

namespace tesuji::tools {

/// Adds --color=auto|always|never.
void add_color_option(Command& command, std::string& when);

/// Whether standard output gets colours: with `auto` if it is a terminal that is not `dumb`, and
/// NO_COLOR is unset or empty (https://no-color.org).
[[nodiscard]] bool wants_color(const std::string& when);

/// Shows on standard error what is being done, and for how long: on a terminal one line that
/// changes, shown after the first second and removed at the end; with `always` a line for each
/// step, terminal or not. Otherwise nothing.
class ProgressLine {
 public:
  /// `name`: of the command.
  ProgressLine(std::string name, bool always);
  ~ProgressLine();
  ProgressLine(const ProgressLine&) = delete;
  ProgressLine& operator=(const ProgressLine&) = delete;

  /// Thread-safe.
  void begin(const std::string& what);

 private:
  void watch();

  std::string name_;
  bool always_;
  bool terminal_;
  std::string what_;
  bool shown_ = false;
  bool done_ = false;
  std::mutex mutex_;
  std::condition_variable wake_;
  std::thread watcher_;
};

/// Runs from construction to destruction; the first call comes after one second.
class Ticker {
 public:
  /// `tick` receives the seconds since the last call, or since construction.
  explicit Ticker(std::function<void(double seconds)> tick);

 private:
  std::jthread thread_;
};

}  // namespace tesuji::tools
