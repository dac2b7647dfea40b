#include "tools/servers/lsp/background_check.h"

#include "tools/base/json.h"

#include <fcntl.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <csignal>
#include <cstddef>
#include <string_view>
#include <system_error>
#include <utility>

namespace tesuji::tools {
namespace {

constexpr int exit_done = 0;
constexpr int exit_failed = 1;

void write_all(int to, std::string_view text) {
  while (!text.empty()) {
    const ssize_t some = ::write(to, text.data(), text.size());
    if (some < 0 && errno == EINTR) continue;
    if (some <= 0) ::_exit(exit_failed);  // the parent is gone
    text.remove_prefix(static_cast<std::size_t>(some));
  }
}

/// Runs in the child process. Leaves by _exit, so that output buffered by the parent is not written
/// a second time.
[[noreturn]] void work_and_exit(pid_t parent, int to_parent,
                                const std::function<void(const BackgroundCheck::Send&)>& work) {
  // However the parent ends, the child's time would no longer be limited.
  ::prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (::getppid() != parent) ::_exit(exit_failed);
  // Editing has priority. Failure is ignored.
  constexpr int less_urgent = 10;
  static_cast<void>(::nice(less_urgent));
  const int nowhere = ::open("/dev/null", O_RDWR | O_CLOEXEC);
  for (const int standard : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}) {
    if (nowhere >= 0) ::dup2(nowhere, standard);
  }
  std::signal(SIGINT, SIG_DFL);
  std::signal(SIGTERM, SIG_DFL);
  try {
    work([to_parent](const Json& result) { write_all(to_parent, json_text(result, -1)); });
    ::_exit(exit_done);
  } catch (...) {
    ::_exit(exit_failed);
  }
}

}  // namespace

BackgroundCheck::BackgroundCheck(const std::function<void(const Send&)>& work) {
  std::array<int, 2> ends{};
  if (::pipe2(ends.data(), O_CLOEXEC) != 0) {
    throw std::system_error(errno, std::generic_category(), "pipe");
  }
  const pid_t parent = ::getpid();
  child_ = ::fork();
  if (child_ < 0) {
    const int reason = errno;
    ::close(ends[0]);
    ::close(ends[1]);
    throw std::system_error(reason, std::generic_category(), "fork");
  }
  if (child_ == 0) {
    ::close(ends[0]);
    work_and_exit(parent, ends[1], work);
  }
  ::close(ends[1]);
  from_child_ = ends[0];
  ::fcntl(from_child_, F_SETFL, O_NONBLOCK);
}

BackgroundCheck::~BackgroundCheck() {
  if (child_ > 0) {
    ::kill(child_, SIGKILL);
    int status = 0;
    while (::waitpid(child_, &status, 0) < 0 && errno == EINTR) {
    }
  }
  if (from_child_ >= 0) ::close(from_child_);
}

bool BackgroundCheck::read(std::vector<Json>& results) {
  std::array<char, 65536> chunk{};
  bool goes_on = true;
  for (;;) {
    const ssize_t some = ::read(from_child_, chunk.data(), chunk.size());
    if (some < 0 && errno == EINTR) continue;
    if (some < 0) break;  // nothing more for now
    if (some == 0) {
      goes_on = false;
      break;
    }
    unread_.append(chunk.data(), static_cast<std::size_t>(some));
  }
  std::size_t begin = 0;
  for (std::size_t end = unread_.find('\n'); end != std::string::npos;
       end = unread_.find('\n', begin)) {
    Json result = Json::parse(unread_.substr(begin, end - begin), nullptr, false);
    if (!result.is_discarded()) results.push_back(std::move(result));
    begin = end + 1;
  }
  unread_.erase(0, begin);
  if (!goes_on && child_ > 0) {
    int status = 0;
    while (::waitpid(child_, &status, 0) < 0 && errno == EINTR) {
    }
    child_ = -1;
    succeeded_ = WIFEXITED(status) && WEXITSTATUS(status) == exit_done;
  }
  return goes_on;
}

}  // namespace tesuji::tools
