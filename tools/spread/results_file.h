// Reads and writes files of results: a line of JSON that describes them, and a line for each task.
//
//   {"format":"tesuji-results/1","template":"verify --auto --json {}","tasks":300}
//   {"task":7,"input":"nim.kif","arguments":["verify",..],"exit":0,"seconds":0.2,"result":{..}}
//
// Lines are added atomically, each on the disk before the next. A line that a killed process wrote
// in part is the last line, has no end, and does not count.
#pragma once

#include "runtime/host/memory/files.h"
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
