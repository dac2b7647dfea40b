// Files as memory, which the system reads and writes as it has room.
#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <stdexcept>
#include <string>

namespace tesuji::runtime {

/// A file cannot be read or written; the message names it and says why.
class FileError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// A file can be read, but is not what was looked for: damaged, or of something else.
class InvalidFile : public FileError {
 public:
  using FileError::FileError;
};

class MappedFile {
 public:
  /// A file that is there. `writable`: what is written into memory goes to the file.
  [[nodiscard]] static std::shared_ptr<MappedFile> open(const std::string& path, bool writable);
  /// A new file of so many bytes, all 0, for which the disk has room; one that is there is
  /// replaced.
  [[nodiscard]] static std::shared_ptr<MappedFile> create(const std::string& path,
                                                          std::size_t bytes);
  ~MappedFile();
  MappedFile(const MappedFile&) = delete;
  MappedFile& operator=(const MappedFile&) = delete;

  [[nodiscard]] std::span<std::byte> bytes() const { return {data_, size_}; }
  /// Waits until the disk has everything.
  void flush() const;

 private:
  MappedFile(std::string path, int file, std::size_t size, bool writable);

  std::string path_;
  std::byte* data_ = nullptr;
  std::size_t size_ = 0;
};

/// Writes a file as a whole: to another name first, which is then taken by renaming, once the disk
/// has everything. Throws FileError.
void write_whole(const std::string& path, std::span<const std::span<const std::byte>> parts);

}  // namespace tesuji::runtime
