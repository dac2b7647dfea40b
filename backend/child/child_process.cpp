#include "backend/child/child_process.h"

#include "backend/child/started_child.h"

#include <poll.h>
#include <signal.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <exception>

namespace tesuji::child {

namespace {

using Clock = std::chrono::steady_clock;

constexpr std::size_t most_errors = 65536;
constexpr auto grace = std::chrono::milliseconds(700);  ///< between SIGTERM and SIGKILL
constexpr int poll_milliseconds = 50;

/// Exchanges data with one running child.
class Conversation {
 public:
  Conversation(StartedChild& child, std::string_view input,
               const std::function<bool(std::string_view)>& read,
               const std::function<bool(std::string_view)>& read_errors, ChildResult& result)
      : child_(child), input_(input), read_(read), read_errors_(read_errors), result_(result) {
    if (input_.empty()) close_file(child_.in);
  }

  /// Waits a moment at most for input or output, and handles it; returns false once the child has
  /// closed its output.
  bool turn() {
    std::array<pollfd, 3> files{pollfd{child_.out, POLLIN, 0}, pollfd{child_.err, POLLIN, 0},
                                pollfd{child_.in, POLLOUT, 0}};
    if (::poll(files.data(), files.size(), poll_milliseconds) <= 0) return true;
    // A program may stop reading its input early; its exit code says whether that is an error.
    if (files[2].revents != 0 && (!write_some(child_.in, input_) || input_.empty())) {
      close_file(child_.in);
    }
    if (files[0].revents != 0) {
      read_some(child_.out, [&](std::string_view text) { refused_ = refused_ || !read_(text); });
    }
    if (files[1].revents != 0) {
      read_some(child_.err, [&](std::string_view text) {
        const std::size_t room = most_errors - std::min(most_errors, result_.errors.size());
        result_.errors += text.substr(0, room);
        if (read_errors_) refused_ = refused_ || !read_errors_(text);
      });
    }
    return child_.out >= 0 || child_.err >= 0;
  }

  /// Whether a reader has returned false.
  [[nodiscard]] bool refused() const { return refused_; }

 private:
  StartedChild& child_;
  std::string_view input_;
  const std::function<bool(std::string_view)>& read_;
  const std::function<bool(std::string_view)>& read_errors_;
  ChildResult& result_;
  bool refused_ = false;
};

}  // namespace

ChildResult run_child(const std::string& program, const std::vector<std::string>& arguments,
                      std::string_view input, const ChildLimits& limits,
                      const std::function<bool(std::string_view)>& read,
                      const std::function<bool(std::string_view)>& read_errors) {
  ChildResult result;
  try {
    StartedChild child;
    result.errors = start_child(program, arguments, limits, child);
    if (!result.errors.empty()) return result;
    const pid_t id = child.id;
    Conversation conversation(child, input, read, read_errors, result);
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
    ::kill(-id, SIGKILL);  // descendants that have outlived it
    if (result.end == ChildResult::End::exited) set_end(status, result);
  } catch (const std::exception& error) {
    result.end = ChildResult::End::not_started;
    result.errors = error.what();
  }
  return result;
}

}  // namespace tesuji::child
