#include "tools/base/captured_output.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <system_error>

namespace tesuji::tools {
namespace {

int checked(int result, const char* what) {
  if (result < 0) throw std::system_error(errno, std::generic_category(), what);
  return result;
}

/// Returns a copy of a descriptor that children do not inherit.
int copy_of(int file) {
  return checked(::fcntl(file, F_DUPFD_CLOEXEC, STDERR_FILENO + 1), "cannot copy a stream");
}

int memory_file(const char* name) {
  return checked(::memfd_create(name, MFD_CLOEXEC), "cannot capture a stream");
}

/// Returns the contents of a file in memory, and empties it.
std::string taken(int file) {
  struct stat status{};
  checked(::fstat(file, &status), "cannot read a captured stream");
  std::string text(static_cast<std::size_t>(status.st_size), '\0');
  std::size_t done = 0;
  while (done < text.size()) {
    const ssize_t got =
        ::pread(file, text.data() + done, text.size() - done, static_cast<off_t>(done));
    if (got <= 0) break;
    done += static_cast<std::size_t>(got);
  }
  text.resize(done);
  checked(::ftruncate(file, 0), "cannot empty a captured stream");
  ::lseek(file, 0, SEEK_SET);
  return text;
}

}  // namespace

CapturedOutput::CapturedOutput()
    : input_(copy_of(STDIN_FILENO)),
      output_(copy_of(STDOUT_FILENO)),
      errors_(copy_of(STDERR_FILENO)),
      captured_output_(memory_file("output")),
      captured_errors_(memory_file("errors")) {
  const int nothing = checked(::open("/dev/null", O_RDONLY | O_CLOEXEC), "/dev/null");
  std::fflush(stdout);
  checked(::dup2(nothing, STDIN_FILENO), "cannot replace standard input");
  checked(::dup2(captured_output_, STDOUT_FILENO), "cannot replace standard output");
  checked(::dup2(captured_errors_, STDERR_FILENO), "cannot replace standard error");
  ::close(nothing);
}

CapturedOutput::Texts CapturedOutput::take() {
  std::fflush(stdout);
  return {taken(captured_output_), taken(captured_errors_)};
}

void CapturedOutput::release() {
  std::fflush(stdout);
  ::dup2(output_, STDOUT_FILENO);
  ::dup2(errors_, STDERR_FILENO);
}

}  // namespace tesuji::tools
