#include "runtime/host/memory/file_lock.h"

#include "runtime/host/memory/mapped_file.h"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

namespace tesuji::runtime {

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
