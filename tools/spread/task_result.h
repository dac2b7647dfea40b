// Represents the result of a task: one line of JSON.
#pragma once

#include <cstdint>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace tesuji::tools {

/// Thrown if a file of results cannot be read, written or used; the message names it.
class ResultsError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// Thrown if a file of results cannot be written (any further): usually because the disk is full.
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
  std::string result;  ///< its output, if that is one JSON text; else empty
  std::string output;  ///< its output, if that is not JSON
  std::string error;   ///< the error; empty: none

  [[nodiscard]] bool failed() const { return exit != 0 || !error.empty(); }
};

/// Returns the line with its end. `with_times`: if false, omits members that are times or rates, at
/// any depth.
[[nodiscard]] std::string result_line(const TaskResult& result, bool with_times = true);

/// Throws ResultsError, without the name of a file, for text that result_line() does not write.
[[nodiscard]] TaskResult parse_result_line(std::string_view line);

/// Stores a command's output: in `result` if it is one JSON text, else in `output`; then sets
/// `error`, unless it is set already.
void store_output(TaskResult& result, const std::string& printed);

/// Whether all but times and rates is equal.
[[nodiscard]] bool agree(const TaskResult& left, const TaskResult& right);

}  // namespace tesuji::tools
