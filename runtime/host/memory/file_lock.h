// A file that one process alone may change.
#pragma once

#include <string>
#include <utility>

namespace tesuji::runtime {

/// Holds a lock on a file, made where there was none, and the file open for appending. On a file
/// system without locks all processes get it.
class FileLock {
 public:
  /// Throws FileError; where another process has it, `path` with `taken` behind it.
  FileLock(const std::string& path, const std::string& taken);
  ~FileLock();
  FileLock(FileLock&& other) noexcept : file_(std::exchange(other.file_, -1)) {}
  FileLock& operator=(FileLock&&) = delete;
  FileLock(const FileLock&) = delete;
  FileLock& operator=(const FileLock&) = delete;

  [[nodiscard]] int file() const { return file_; }

 private:
  int file_ = -1;
};

}  // namespace tesuji::runtime
