// Reads and writes files of task results: a line of JSON that describes them, and a line for each
// task.
//
//   {"format":"tesuji-results/1","template":"verify --auto --json {}","tasks":300}
//   {"task":7,"input":"nim.kif","arguments":["verify",..],"exit":0,"seconds":0.2,"result":{..}}
//
// Lines are added atomically, each on the disk before the next. A line that a killed process wrote
// in part is the last line, has no end, and does not count.
#pragma once

#include "runtime/host/memory/files.h"

#include <cstdint>
#include <mutex>
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

struct TaskResults {
  std::string template_text;
  std::uint64_t tasks = 0;  ///< of all parts together
  std::vector<TaskResult> results;
  bool cut = false;  ///< the last line was written in part
};

/// An empty file has no results, for an empty template. Throws ResultsError.
[[nodiscard]] TaskResults read_results(const std::string& path);

/// Writes the results by number of the task, atomically. Throws ResultsFull.
void write_results(const std::string& path, TaskResults results, bool with_times = true);

/// Locks the file for this process, and creates it if needed. Throws ResultsError, also if another
/// process has the lock.
[[nodiscard]] runtime::FileLock lock_results(const std::string& path);

/// A file to which results are appended.
class GrowingResults {
 public:
  /// Rewrites the file with these results. Throws ResultsError, ResultsFull.
  GrowingResults(const std::string& path, const TaskResults& first);

  /// Thread-safe. Removes a line that cannot be written completely. Throws ResultsFull.
  void add(const TaskResult& result);

 private:
  std::string path_;
  runtime::FileLock lock_;
  std::mutex mutex_;
};

}  // namespace tesuji::tools
