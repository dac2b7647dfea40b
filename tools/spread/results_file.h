// Files of results: a line of JSON that says what they are results of, and a line for each task.
//
//   {"format":"tesuji-results/1","template":"verify --auto --json {}","tasks":300}
//   {"task":7,"input":"nim.kif","arguments":["verify",..],"exit":0,"seconds":0.2,"result":{..}}
//
// Lines are added whole, each on the disk before the next. What a killed process wrote in part is
// the last line, has no end, and does not count.
#pragma once

#include "runtime/host/memory/file_lock.h"
#include "tools/spread/task_result.h"

#include <cstdint>
#include <mutex>
#include <string>
#include <vector>

namespace tesuji::tools {

struct TaskResults {
  std::string template_text;
  std::uint64_t tasks = 0;  ///< of all parts together
  std::vector<TaskResult> results;
  bool cut = false;  ///< the last line was written in part
};

/// A file that is empty has no results, of an empty template. Throws ResultsError.
[[nodiscard]] TaskResults read_results(const std::string& path);

/// Writes them by number of the task, whole or not at all. Throws ResultsFull.
void write_results(const std::string& path, TaskResults results, bool with_times = true);

/// The file for this process alone, made where there was none. Throws ResultsError, also where
/// another process has it.
[[nodiscard]] runtime::FileLock lock_results(const std::string& path);

/// A file that results are added to.
class GrowingResults {
 public:
  /// Writes the file anew, with these results. Throws ResultsError, ResultsFull.
  GrowingResults(const std::string& path, const TaskResults& first);

  /// For any thread. What cannot be written whole is taken out again. Throws ResultsFull.
  void add(const TaskResult& result);

 private:
  std::string path_;
  runtime::FileLock lock_;
  std::mutex mutex_;
};

}  // namespace tesuji::tools
