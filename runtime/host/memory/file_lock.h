// Locks a file, so that only one process changes it.
#pragma once

#include <string>
#include <utility>

namespace tesuji::runtime {

/// Holds a lock on a file, which it creates if needed and opens for appending. On a file system
/// without locks all processes get the lock.
class FileLock {
 public:
  /// Throws FileError; if another process has the lock, its message is `path` followed by `taken`.
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
