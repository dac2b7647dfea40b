#include "backend/child/child_process.h"

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
#include <poll.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <chrono>
#include <cstring>
#include <system_error>

namespace tesuji::child {

namespace {

namespace process = boost::process;
using Clock = std::chrono::steady_clock;

constexpr std::size_t most_errors = 65536;
constexpr auto grace = std::chrono::milliseconds(700);  ///< between SIGTERM and SIGKILL
constexpr int poll_milliseconds = 50;

/// A pipe that other children do not inherit.
process::pipe make_pipe() {
  std::array<int, 2> ends{};
  if (::pipe2(ends.data(), O_CLOEXEC) != 0) {
    throw std::system_error(errno, std::generic_category(), "pipe");
  }
  return process::pipe(ends[0], ends[1]);
}

void close_source(process::pipe& pipe) {
  if (pipe.native_source() >= 0) ::close(pipe.native_source());
  pipe.assign_source(-1);
}

void close_sink(process::pipe& pipe) {
  if (pipe.native_sink() >= 0) ::close(pipe.native_sink());
  pipe.assign_sink(-1);
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

/// Exchanges data with one running child.
class Conversation {
 public:
  Conversation(process::pipe& in, process::pipe& out, process::pipe& err, std::string_view input,
               const std::function<bool(std::string_view)>& read,
               const std::function<bool(std::string_view)>& read_errors, ChildResult& result)
      : in_(in),
        out_(out),
        err_(err),
        input_(input),
        read_(read),
        read_errors_(read_errors),
        result_(result) {
    ::fcntl(in_.native_sink(), F_SETFL, O_NONBLOCK);
    if (input_.empty()) close_sink(in_);
  }

  /// Waits a moment at most for input or output, and handles it; returns false once the child has
  /// closed its output.
  bool turn() {
    std::array<pollfd, 3> files{pollfd{out_.native_source(), POLLIN, 0},
                                pollfd{err_.native_source(), POLLIN, 0},
                                pollfd{in_.native_sink(), POLLOUT, 0}};
    if (::poll(files.data(), files.size(), poll_milliseconds) <= 0) return true;
    if (files[2].revents != 0) write_some();
    if (files[0].revents != 0) {
      take(out_, [&](std::string_view text) { refused_ = refused_ || !read_(text); });
    }
    if (files[1].revents != 0) {
      take(err_, [&](std::string_view text) {
        const std::size_t room = most_errors - std::min(most_errors, result_.errors.size());
        result_.errors += text.substr(0, room);
        if (read_errors_) refused_ = refused_ || !read_errors_(text);
      });
    }
    return out_.native_source() >= 0 || err_.native_source() >= 0;
  }

  /// Whether a reader has returned false.
  [[nodiscard]] bool refused() const { return refused_; }

 private:
  void write_some() {
    const NoSigpipe quiet;
    const ssize_t written = ::write(in_.native_sink(), input_.data(), input_.size());
    if (written > 0) input_.remove_prefix(static_cast<std::size_t>(written));
    // A program may stop reading its input early; its exit code says whether that is an error.
    if (input_.empty() || (written < 0 && errno != EAGAIN && errno != EINTR)) close_sink(in_);
  }

  template <typename Use>
  void take(process::pipe& pipe, const Use& use) {
    std::array<char, 65536> room{};
    const ssize_t got = ::read(pipe.native_source(), room.data(), room.size());
    if (got > 0) {
      use(std::string_view(room.data(), static_cast<std::size_t>(got)));
    } else if (got == 0 || errno != EINTR) {
      close_source(pipe);
    }
  }

  process::pipe& in_;
  process::pipe& out_;
  process::pipe& err_;
  std::string_view input_;
  const std::function<bool(std::string_view)>& read_;
  const std::function<bool(std::string_view)>& read_errors_;
  ChildResult& result_;
  bool refused_ = false;
};

/// Reads the wait status without blocking; returns whether the child has ended.
bool has_ended(pid_t child, int& status) {
  const pid_t which = ::waitpid(child, &status, WNOHANG);
  return which == child || (which < 0 && errno == ECHILD);
}

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

ChildResult run_child(const std::string& program, const std::vector<std::string>& arguments,
                      std::string_view input, const ChildLimits& limits,
                      const std::function<bool(std::string_view)>& read,
                      const std::function<bool(std::string_view)>& read_errors) {
  ChildResult result;
  try {
    const boost::filesystem::path path = program.find('/') == std::string::npos
                                             ? process::search_path(program)
                                             : boost::filesystem::path(program);
    result.errors = why_not_executable(path, program);
    if (!result.errors.empty()) return result;
    process::pipe in = make_pipe();
    process::pipe out = make_pipe();
    process::pipe err = make_pipe();
    process::group group;
    process::child child(process::exe = path.string(), process::args = arguments,
                         visible_environment(limits.hidden_variables),
                         process::std_in<in, process::std_out> out, process::std_err > err, group,
                         InChild(limits.memory_bytes));
    const pid_t id = child.id();
    child.detach();  // this function waits for the child itself, to keep the time limit
    close_source(in);
    close_sink(out);
    close_sink(err);
    Conversation conversation(in, out, err, input, read, read_errors, result);
    const auto begin = Clock::now();
    Clock::time_point kill_at = Clock::time_point::max();
    int status = 0;
    result.end = ChildResult::End::exited;
    bool open = true;
    bool ended = false;
    while (open || !ended) {
      if (open) {
        open = conversation.turn();
      } else {
        ::usleep(1000);
      }
      if (!ended) ended = has_ended(id, status);
      // Reads what is left in the pipes; a descendant of the child may still hold them open.
      const auto now = Clock::now();
      if (ended && open && kill_at == Clock::time_point::max()) kill_at = now + grace;
      if (kill_at == Clock::time_point::max()) {
        const bool late = limits.seconds > 0 &&
                          std::chrono::duration<double>(now - begin).count() >= limits.seconds;
        const bool stop = limits.stop != nullptr && limits.stop->load(std::memory_order_relaxed);
        const bool refused = conversation.refused();
        if (!late && !stop && !refused) continue;
        result.end = stop      ? ChildResult::End::stopped
                     : refused ? ChildResult::End::refused
                               : ChildResult::End::out_of_time;
        ::kill(-id, SIGTERM);
        kill_at = now + grace;
      } else if (now >= kill_at) {
        ::kill(-id, SIGKILL);
        if (ended) break;
      }
    }
    if (result.end == ChildResult::End::exited) {
      if (WIFSIGNALED(status)) {
        result.end = ChildResult::End::signalled;
        result.code = WTERMSIG(status);
      } else {
        result.code = WEXITSTATUS(status);
      }
    }
  } catch (const std::exception& error) {
    result.end = ChildResult::End::not_started;
    result.errors = error.what();
  }
  return result;
}

}  // namespace tesuji::child
