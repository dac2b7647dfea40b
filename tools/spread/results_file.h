// Files of results: a line of JSON that says what they are results of, and a line for each task.
//
//   {"format":"tesuji-results/1","template":"verify --auto --json {}","tasks":300}
//   {"task":7,"input":"nim.kif","arguments":["verify",..],"exit":0,"seconds":0.2,"result":{..}}
//
// Lines are added whole, each on the disk before the next. What a killed process wrote in part is
// the last line, has no end, and does not count.
#pragma once

#include "tools/spread/task_result.h"

#include <cstdint>
#include <mutex>
#include <string>
#include <utility>
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

/// An open file that this process alone may change, made where there was none. A file system
/// without locks has none.
class FileLock {
 public:
  /// Throws ResultsError, also where another process has it.
  explicit FileLock(const std::string& path);
  ~FileLock();
  FileLock(FileLock&& other) noexcept : file_(std::exchange(other.file_, -1)) {}
  FileLock(const FileLock&) = delete;
  FileLock& operator=(const FileLock&) = delete;

  [[nodiscard]] int file() const { return file_; }

 private:
  int file_ = -1;
};

/// A file that results are added to.
class GrowingResults {
 public:
  /// Writes the file anew, with these results. Throws ResultsError, ResultsFull.
  GrowingResults(const std::string& path, const TaskResults& first);

  /// For any thread. What cannot be written whole is taken out again. Throws ResultsFull.
  void add(const TaskResult& result);

 private:
  std::string path_;
  FileLock lock_;
  std::mutex mutex_;
};

}  // namespace tesuji::tools
