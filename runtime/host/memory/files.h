// Maps files to memory, writes them whole, and locks them. The system reads and writes a mapped
// file as memory allows; while a process has the lock, no other one changes the file.
#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <stdexcept>
#include <string>
#include <utility>

namespace tesuji::runtime {

/// Thrown if a file cannot be read or written; the message names the file and the reason.
class FileError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// Thrown if a file can be read but has the wrong contents: damaged, or made for something else.
class InvalidFile : public FileError {
 public:
  using FileError::FileError;
};

class MappedFile {
 public:
  /// Opens an existing file. `writable`: changes in memory go to the file.
  [[nodiscard]] static std::shared_ptr<MappedFile> open(const std::string& path, bool writable);
  /// Creates a file of this many zero bytes, with the disk space reserved; replaces an existing
  /// one.
  [[nodiscard]] static std::shared_ptr<MappedFile> create(const std::string& path,
                                                          std::size_t bytes);
  ~MappedFile();
  MappedFile(const MappedFile&) = delete;
  MappedFile& operator=(const MappedFile&) = delete;

  [[nodiscard]] std::span<std::byte> bytes() const { return {data_, size_}; }
  /// Waits until the disk has all data.
  void flush() const;

 private:
  MappedFile(std::string path, int file, std::size_t size, bool writable);

  std::string path_;
  std::byte* data_ = nullptr;
  std::size_t size_ = 0;
};

/// Writes a file atomically: writes to another name, and renames it when the disk has all data.
/// Throws FileError.
void write_whole(const std::string& path, std::span<const std::span<const std::byte>> parts);

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
