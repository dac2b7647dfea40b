// The result of a task: one line of JSON.
#pragma once

#include <cstdint>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace tesuji::tools {

/// A file of results cannot be read, written or used; the message names it.
class ResultsError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// A file of results cannot be written (any further): mostly, the disk is full.
class ResultsFull : public ResultsError {
 public:
  using ResultsError::ResultsError;
};

struct TaskResult {
  std::uint64_t number = 0;  ///< of the task
  std::string input;
  std::vector<std::string> arguments;
  std::optional<int> exit;  ///< the exit code; nothing: a signal or a limit ended it
  double seconds = 0;
  std::string result;  ///< what it printed, one JSON text; empty: that was none
  std::string output;  ///< what it printed if that was no JSON text
  std::string error;   ///< what went wrong; empty: nothing did

  [[nodiscard]] bool failed() const { return exit != 0 || !error.empty(); }
};

/// With its line end. `with_times`: else without members that are times or rates, at any depth.
[[nodiscard]] std::string result_line(const TaskResult& result, bool with_times = true);

/// Throws ResultsError, without a name of a file, for what result_line() does not write.
[[nodiscard]] TaskResult parse_result_line(std::string_view line);

/// Stores what a command printed: in `result` where it is one JSON text, else in `output`, and then
/// `error` says so unless it says something already.
void store_output(TaskResult& result, const std::string& printed);

/// Whether all but times and rates is equal.
[[nodiscard]] bool agree(const TaskResult& left, const TaskResult& right);

}  // namespace tesuji::tools
