#include "runtime/host/memory/files.h"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <utility>

namespace tesuji::runtime {
namespace {

[[noreturn]] void fail(const std::string& path, int error) {
  throw FileError(path + ": " + std::strerror(error));
}

/// Closes the file when it is destroyed.
class File {
 public:
  File(const std::string& path, int flags)
      : number_(::open(path.c_str(), flags | O_CLOEXEC, 0600)) {
    if (number_ < 0) fail(path, errno);
  }
  ~File() {
    if (number_ >= 0) ::close(number_);
  }
  File(const File&) = delete;
  File& operator=(const File&) = delete;
  [[nodiscard]] int number() const { return number_; }
  /// Returns false if closing fails: written data may be lost.
  [[nodiscard]] bool close() { return ::close(std::exchange(number_, -1)) == 0; }

 private:
  int number_;
};

}  // namespace

MappedFile::MappedFile(std::string path, int file, std::size_t size, bool writable)
    : path_(std::move(path)), size_(size) {
  if (size_ == 0) return;
  void* const data =
      mmap(nullptr, size_, writable ? PROT_READ | PROT_WRITE : PROT_READ, MAP_SHARED, file, 0);
  if (data == MAP_FAILED) fail(path_, errno);
  data_ = static_cast<std::byte*>(data);
}

MappedFile::~MappedFile() {
  if (data_ != nullptr) munmap(data_, size_);
}

std::shared_ptr<MappedFile> MappedFile::open(const std::string& path, bool writable) {
  const File file(path, writable ? O_RDWR : O_RDONLY);
  struct stat status{};
  if (fstat(file.number(), &status) != 0) fail(path, errno);
  const auto size = static_cast<std::size_t>(status.st_size);
  return std::shared_ptr<MappedFile>(new MappedFile(path, file.number(), size, writable));
}

std::shared_ptr<MappedFile> MappedFile::create(const std::string& path, std::size_t bytes) {
  const File file(path, O_RDWR | O_CREAT | O_TRUNC);
  // Reserves the space now, so that a full disk is an error here and not a signal later.
  int error = bytes == 0 ? 0 : EINTR;
  while (error == EINTR) error = posix_fallocate(file.number(), 0, static_cast<off_t>(bytes));
  if (error != 0) {
    ::unlink(path.c_str());
    fail(path, error);
  }
  return std::shared_ptr<MappedFile>(new MappedFile(path, file.number(), bytes, true));
}

void MappedFile::flush() const {
  if (data_ != nullptr && msync(data_, size_, MS_SYNC) != 0) fail(path_, errno);
}

void write_whole(const std::string& path, std::span<const std::span<const std::byte>> parts) {
  const std::string other = path + ".part";
  try {
    File file(other, O_WRONLY | O_CREAT | O_TRUNC);
    for (std::span<const std::byte> part : parts) {
      while (!part.empty()) {
        const ssize_t written = ::write(file.number(), part.data(), part.size());
        if (written < 0 && errno == EINTR) continue;
        if (written < 0) fail(other, errno);
        part = part.subspan(static_cast<std::size_t>(written));
      }
    }
    if (fsync(file.number()) != 0 || !file.close()) fail(other, errno);
    if (std::rename(other.c_str(), path.c_str()) != 0) fail(path, errno);
    const std::string folder = std::filesystem::path(path).parent_path();
    const File names(folder.empty() ? "." : folder, O_RDONLY | O_DIRECTORY);
    if (fsync(names.number()) != 0) fail(folder, errno);
  } catch (const FileError&) {
    ::unlink(other.c_str());
    throw;
  }
}

namespace {

/// Whether the path still names the open file; false if another one has replaced it.
bool is_at(const std::string& path, int file) {
  struct stat of_path{};
  struct stat of_file{};
  return ::stat(path.c_str(), &of_path) == 0 && ::fstat(file, &of_file) == 0 &&
         of_path.st_dev == of_file.st_dev && of_path.st_ino == of_file.st_ino;
}

}  // namespace

FileLock::FileLock(const std::string& path, const std::string& taken) {
  while (true) {
    file_ = ::open(path.c_str(), O_RDWR | O_CREAT | O_APPEND | O_CLOEXEC, 0666);
    if (file_ < 0) throw FileError(path + ": " + std::strerror(errno));
    const bool is_taken = ::flock(file_, LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK;
    if (!is_taken && is_at(path, file_)) return;
    ::close(file_);
    if (is_taken) throw FileError(path + ": " + taken);
  }
}

FileLock::~FileLock() {
  if (file_ >= 0) ::close(file_);
}

}  // namespace tesuji::runtime
