#include "tools/main/streams.h"

#include <fcntl.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstdio>

namespace tesuji::tools {
namespace {

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

}  // namespace

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

}  // namespace tesuji::tools
