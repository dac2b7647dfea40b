// Shows the progress of a command on standard error: one line that changes, on a terminal; or
// lines, where somebody wants to read them later.
#pragma once

#include "tools/base/arguments.h"

#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <deque>
#include <functional>
#include <mutex>
#include <string>
#include <string_view>
#include <thread>
#include <utility>

namespace tesuji::tools {

/// --progress and --no-progress.
struct ProgressFlags {
  bool lines = false;  ///< print lines, terminal or not
  bool none = false;   ///< show nothing, even on a terminal

  /// Adds the two options. `help` explains the first one.
  void add_to(
      Command& command,
      const std::string& help = "Print progress to standard error, even if it is not a terminal");
  /// Whether anything may be shown: a line on a terminal, or lines.
  [[nodiscard]] bool shows() const;
};

/// How much of the work is done.
struct WorkDone {
  std::uint64_t done = 0;
  std::uint64_t total = 0;  ///< 0: unknown
  std::string noun;         ///< `playouts`
  std::string more{};       ///< a remark behind it; may be empty
  double seconds = 0;       ///< time limit, from the line's construction on; 0: none
};

/// Shows what is being done, and for how long: on a terminal one line, which appears after the
/// first second and is removed at the end; with --progress lines, terminal or not. Otherwise
/// nothing. Call hide_progress() before output between construction and destruction.
class ProgressLine {
 public:
  /// `name`: of the command.
  ProgressLine(std::string name, const ProgressFlags& flags);
  ~ProgressLine();
  ProgressLine(const ProgressLine&) = delete;
  ProgressLine& operator=(const ProgressLine&) = delete;

  /// Shows a step, with the time since construction, and how long the rest will take if a share of
  /// the work (above 0, at most 1) is done; prints a line with --progress. Thread-safe.
  void begin(const std::string& what, double share = 0);
  /// As begin(), but prints no line with --progress. Thread-safe.
  void show(const std::string& what, double share = 0);
  /// Shows how much is done, at what rate, and how long the rest will take, several times a second;
  /// with --progress a line each second. `work` is called by another thread until destruction.
  void count(std::function<WorkDone()> work);
  /// Removes the line until it is drawn next. Thread-safe.
  void hide();

 private:
  using Clock = std::chrono::steady_clock;

  void watch();
  [[nodiscard]] std::string left_text() const;
  [[nodiscard]] std::string counted_text();
  void draw(const std::string& text);

  std::string name_;
  bool lines_;
  bool in_place_;
  std::string what_;
  double share_ = 0;
  Clock::time_point share_since_ = Clock::now();  ///< when share_ was reached
  std::function<WorkDone()> work_;
  std::deque<std::pair<Clock::time_point, std::uint64_t>> samples_;  ///< of the last seconds
  Clock::time_point begin_ = Clock::now();
  Clock::time_point counting_since_ = begin_;
  bool shown_ = false;
  bool done_ = false;
  std::mutex mutex_;
  std::condition_variable wake_;
  std::thread watcher_;
};

/// Removes what a ProgressLine shows, until it is drawn next: for output on the same terminal.
void hide_progress();

/// Returns `500 of 2000 playouts, 250 a second, 6 s left`. `per_second`: the rate; 0: unknown.
/// `seconds_left` is shown if it is positive.
[[nodiscard]] std::string progress_text(const WorkDone& work, double per_second,
                                        double seconds_left);

/// Returns a time that people wait: `8 s`, `3 min`, `2.5 h`.
[[nodiscard]] std::string waiting_time(double seconds);

}  // namespace tesuji::tools
