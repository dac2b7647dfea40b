#include "backend/child/started_child.h"

#include <boost/process/args.hpp>
#include <boost/process/child.hpp>
#include <boost/process/env.hpp>
#include <boost/process/environment.hpp>
#include <boost/process/exe.hpp>
#include <boost/process/extend.hpp>
#include <boost/process/group.hpp>
#include <boost/process/io.hpp>
#include <boost/process/pipe.hpp>
#include <boost/process/search_path.hpp>

#include <fcntl.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <system_error>

namespace tesuji::child {

namespace {

namespace process = boost::process;

/// A pipe that other children do not inherit.
process::pipe make_pipe() {
  std::array<int, 2> ends{};
  if (::pipe2(ends.data(), O_CLOEXEC) != 0) {
    throw std::system_error(errno, std::generic_category(), "pipe");
  }
  return process::pipe(ends[0], ends[1]);
}

/// Runs in the child before the program starts: sets limits, and makes the child die with its
/// parent.
struct InChild : process::extend::handler {
  explicit InChild(std::uint64_t memory_in) : memory(memory_in), parent(::getpid()) {}

  template <typename Executor>
  void on_exec_setup(Executor&) const {
    ::prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (::getppid() != parent) ::_exit(127);  // the parent died before prctl
    if (memory != 0) {
      const rlimit limit{memory, memory};
      ::setrlimit(RLIMIT_AS, &limit);
    }
    const rlimit no_core{0, 0};
    ::setrlimit(RLIMIT_CORE, &no_core);
  }

  std::uint64_t memory;
  pid_t parent;
};

/// Returns this process's environment without the hidden variables.
process::environment visible_environment(const std::vector<std::string>& hidden) {
  process::environment visible = boost::this_process::environment();
  std::vector<std::string> names;
  for (const auto& variable : visible) names.push_back(variable.get_name());
  for (const std::string& name : names) {
    const bool hides = std::any_of(hidden.begin(), hidden.end(), [&](const std::string& begin) {
      return name.starts_with(begin);
    });
    if (hides) visible.erase(name);
  }
  return visible;
}

/// Blocks SIGPIPE during a write to a child that may have ended.
class NoSigpipe {
 public:
  NoSigpipe() {
    sigemptyset(&set_);
    sigaddset(&set_, SIGPIPE);
    pthread_sigmask(SIG_BLOCK, &set_, &before_);
  }
  ~NoSigpipe() {
    const timespec now{0, 0};
    while (sigtimedwait(&set_, nullptr, &now) == SIGPIPE) {
    }
    pthread_sigmask(SIG_SETMASK, &before_, nullptr);
  }
  NoSigpipe(const NoSigpipe&) = delete;
  NoSigpipe& operator=(const NoSigpipe&) = delete;

 private:
  sigset_t set_{};
  sigset_t before_{};
};

/// Returns why the path is not an executable program, or an empty string.
std::string why_not_executable(const boost::filesystem::path& path, const std::string& program) {
  boost::system::error_code error;
  if (path.empty() || !boost::filesystem::exists(path, error)) {
    return "cannot find the program `" + program + "`";
  }
  if (boost::filesystem::is_directory(path, error)) return "`" + program + "` is a directory";
  if (::access(path.c_str(), X_OK) == 0) return {};
  return "`" + program + "` cannot be executed: " + std::strerror(errno);
}

}  // namespace

StartedChild::~StartedChild() {
  close_file(in);
  close_file(out);
  close_file(err);
}

void close_file(int& file) {
  if (file >= 0) ::close(file);
  file = -1;
}

bool write_some(int in, std::string_view& text) {
  const NoSigpipe quiet;
  const ssize_t written = ::write(in, text.data(), text.size());
  if (written > 0) text.remove_prefix(static_cast<std::size_t>(written));
  return written >= 0 || errno == EAGAIN || errno == EINTR;
}

void read_some(int& file, const std::function<void(std::string_view)>& use) {
  std::array<char, 65536> room{};
  const ssize_t got = ::read(file, room.data(), room.size());
  if (got > 0) {
    use(std::string_view(room.data(), static_cast<std::size_t>(got)));
  } else if (got == 0 || errno != EINTR) {
    close_file(file);
  }
}

bool has_ended(pid_t child, int& status) {
  const pid_t which = ::waitpid(child, &status, WNOHANG);
  return which == child || (which < 0 && errno == ECHILD);
}

void set_end(int status, ChildResult& result) {
  const bool signalled = WIFSIGNALED(status);
  result.end = signalled ? ChildResult::End::signalled : ChildResult::End::exited;
  result.code = signalled ? WTERMSIG(status) : WEXITSTATUS(status);
}

std::string start_child(const std::string& program, const std::vector<std::string>& arguments,
                        const ChildLimits& limits, StartedChild& child) {
  const boost::filesystem::path path = program.find('/') == std::string::npos
                                           ? process::search_path(program)
                                           : boost::filesystem::path(program);
  if (std::string why = why_not_executable(path, program); !why.empty()) return why;
  process::pipe in = make_pipe();
  process::pipe out = make_pipe();
  process::pipe err = make_pipe();
  process::group group;
  process::child started(process::exe = path.string(), process::args = arguments,
                         visible_environment(limits.hidden_variables),
                         process::std_in<in, process::std_out> out, process::std_err > err, group,
                         InChild(limits.memory_bytes));
  child.id = started.id();
  // The caller waits for the child and ends its group.
  started.detach();
  group.detach();
  // The pipes' destructors close the child's ends.
  child.in = in.native_sink();
  in.assign_sink(-1);
  child.out = out.native_source();
  out.assign_source(-1);
  child.err = err.native_source();
  err.assign_source(-1);
  ::fcntl(child.in, F_SETFL, O_NONBLOCK);
  return {};
}

}  // namespace tesuji::child
