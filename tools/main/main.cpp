// The program `tesuji`: prepares the process, its heap, its standard streams and its path, and runs
// the command line.
#include "backend/temporary/temporary.h"
#include "runtime/host/memory/background.h"
#include "tools/base/command.h"

#include <fcntl.h>
#include <malloc.h>
#include <sys/mman.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <csignal>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <string>
#include <system_error>

namespace tesuji::tools {
namespace {

/// Memory that reading a rulesheet and answering for it usually takes. Untouched memory costs
/// nothing.
constexpr int reserve = 16 << 20;
/// Larger blocks are mapped separately, and their pages returned when they are freed.
constexpr int largest = 4 << 20;
constexpr std::uintptr_t page = 4096;
constexpr std::uintptr_t large_page = std::uintptr_t{2} << 20U;

/// Lets the heap grow by megabytes and use large pages, if the system has them. Must be called
/// before anything is allocated; does nothing if it cannot. Without this the kernel is called for a
/// page at a time, some 1,500 times before a game of medium size gives its first answer: a fifth of
/// the time until then.
void prepare_heap() {
  mallopt(M_TOP_PAD, reserve);
  mallopt(M_TRIM_THRESHOLD, 4 * reserve);
  mallopt(M_MMAP_THRESHOLD, largest);
  // More than the current heap, so that it grows; volatile, or compilers remove it.
  void* volatile block = std::malloc(reserve / 16);
  std::free(block);
  const auto end = reinterpret_cast<std::uintptr_t>(sbrk(0));
  if (end <= reserve) return;
  const std::uintptr_t begin = (end - reserve + page - 1) / page * page;
  const std::uintptr_t first = (begin + large_page - 1) / large_page * large_page;
  const std::uintptr_t last = end / large_page * large_page;
  if (first >= last) return;
  madvise(reinterpret_cast<void*>(first), last - first, MADV_HUGEPAGE);
  // Up to there the pages are small, but available at once.
  madvise(reinterpret_cast<void*>(begin), first - begin, MADV_POPULATE_WRITE);
}

/// Modes for opening closed streams: nothing can be read from or written to the first two, as
/// before.
constexpr std::array<int, 3> modes_of_closed = {O_WRONLY, O_RDONLY, O_WRONLY};

ssize_t write_message(void* /*cookie*/, const char* text, std::size_t size) {
  std::size_t done = 0;
  while (done < size) {
    const ssize_t written = write(STDERR_FILENO, text + done, size - done);
    if (written < 0 && errno == EINTR) continue;
    if (written <= 0) break;
    done += static_cast<std::size_t>(written);
  }
  return static_cast<ssize_t>(size);
}

/// Reopens closed standard streams so that they fail or discard data, and files opened later do not
/// get their numbers; from then on writing to `stderr` never fails: undeliverable messages must not
/// cost results. Must be called before anything is opened.
void prepare_streams() {
  for (int stream = 0; stream < static_cast<int>(modes_of_closed.size()); ++stream) {
    if (fcntl(stream, F_GETFD) >= 0 || errno != EBADF) continue;
    // The system assigns the smallest free number, which is this one.
    static_cast<void>(open("/dev/null", modes_of_closed[static_cast<std::size_t>(stream)]));
  }
  std::FILE* const messages = fopencookie(nullptr, "w", {nullptr, write_message, nullptr, nullptr});
  if (messages == nullptr) return;
  static_cast<void>(std::setvbuf(messages, nullptr, _IONBF, 0));
  stderr = messages;
}

/// Appends ../lib/tesuji/bin, relative to the executable's folder, to PATH if it exists; programs
/// already on PATH come first. Call before any thread starts.
void add_bundled_programs() {
  std::error_code error;
  const std::filesystem::path program = std::filesystem::read_symlink("/proc/self/exe", error);
  if (error) return;
  const std::filesystem::path folder = program.parent_path().parent_path() / "lib/tesuji/bin";
  if (!std::filesystem::is_directory(folder, error)) return;
  const char* before = std::getenv("PATH");
  const std::string path = before == nullptr || *before == 0 ? "/usr/bin:/bin" : before;
  setenv("PATH", (path + ":" + folder.string()).c_str(), 1);
}

}  // namespace
}  // namespace tesuji::tools

int main(int argc, char** argv) {
  tesuji::tools::prepare_heap();
  tesuji::tools::prepare_streams();
  tesuji::tools::add_bundled_programs();
  tesuji::tools::add_parts();
  // The parent may ignore the ends of its children; this process waits for its own.
  std::signal(SIGCHLD, SIG_DFL);
  tesuji::runtime::leave_background_works(true);
  const int code = tesuji::tools::run_command_line(argc, argv);
  if (tesuji::runtime::background_works() == 0) return code;
  // All output is written. The GPU driver's compilation cannot be stopped, and would be discarded.
  tesuji::temporary::remove_all();
  std::_Exit(code);
}
