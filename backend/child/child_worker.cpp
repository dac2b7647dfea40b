#include "backend/child/child_worker.h"

#include "backend/child/started_child.h"

#include <poll.h>
#include <signal.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <stdexcept>

namespace tesuji::child {

namespace {

using WorkerClock = std::chrono::steady_clock;
using End = ChildResult::End;

constexpr int worker_poll_milliseconds = 20;
constexpr std::size_t most_worker_errors = 65536;
/// A worker that has been asked to stop has so long to answer.
constexpr auto stop_grace = std::chrono::milliseconds(500);
/// Between SIGTERM and SIGKILL.
constexpr auto end_grace = std::chrono::milliseconds(700);

}  // namespace

struct ChildWorker::Process {
  StartedChild child;
  bool ended = false;  ///< it has been waited for
  int status = 0;
  std::string answer;  ///< output that has not been read as an answer
  std::string errors;  ///< since the last answer

  /// Reads and writes what is possible within a moment. `text`: the rest of what is to be sent.
  void turn(std::string_view& text) {
    std::array<pollfd, 3> files{pollfd{child.out, POLLIN, 0}, pollfd{child.err, POLLIN, 0},
                                pollfd{text.empty() ? -1 : child.in, POLLOUT, 0}};
    if (::poll(files.data(), files.size(), worker_poll_milliseconds) <= 0) return;
    // If it does not read any more, it is about to end.
    if (files[2].revents != 0 && !write_some(child.in, text)) text = {};
    if (files[0].revents != 0) {
      read_some(child.out, [&](std::string_view part) { answer += part; });
    }
    if (files[1].revents != 0) {
      read_some(child.err, [&](std::string_view part) {
        errors += part.substr(0, most_worker_errors - std::min(most_worker_errors, errors.size()));
      });
    }
  }

  [[nodiscard]] bool is_open() const { return child.out >= 0 || child.err >= 0; }

  /// Removes the first complete line that is an answer, and those before it, from the output.
  std::optional<std::string> take_answer(const std::function<bool(std::string_view)>& is_answer) {
    std::size_t begin = 0;
    std::optional<std::string> found;
    for (std::size_t end = 0; !found; begin = end + 1) {
      end = answer.find('\n', begin);
      if (end == std::string::npos) break;
      const std::string_view line = std::string_view(answer).substr(begin, end - begin);
      if (!is_answer || is_answer(line)) found = line;
    }
    answer.erase(0, begin);
    return found;
  }

  /// Waits until the process has ended and its output is read, or until the time.
  void await_end(WorkerClock::time_point until) {
    while ((!ended || is_open()) && WorkerClock::now() < until) {
      std::string_view nothing;
      if (is_open()) {
        turn(nothing);
      } else {
        ::usleep(1000);
      }
      if (!ended) ended = has_ended(child.id, status);
    }
  }

  /// Ends the process and whatever it has started.
  void end() {
    close_file(child.in);
    if (child.id <= 0) return;
    const bool was_running = !ended;
    if (was_running) ::kill(-child.id, SIGTERM);
    await_end(WorkerClock::now() + end_grace);
    // What it has started may have ignored its end.
    if (was_running) ::kill(-child.id, SIGKILL);
    while (!ended) {
      ended = has_ended(child.id, status);
      if (!ended) ::usleep(1000);
    }
    child.id = -1;  // may become another process's
    close_file(child.out);
    close_file(child.err);
  }
};

ChildWorker::ChildWorker(const std::string& program, const std::vector<std::string>& arguments,
                         std::uint64_t memory_bytes)
    : process_(std::make_unique<Process>()) {
  const std::string why =
      start_child(program, arguments, {.memory_bytes = memory_bytes}, process_->child);
  if (!why.empty()) throw std::runtime_error(why);
}

ChildWorker::~ChildWorker() {
  process_->end();
}

bool ChildWorker::is_alive() {
  Process& process = *process_;
  if (!process.ended) process.ended = has_ended(process.child.id, process.status);
  return !process.ended && process.child.in >= 0;
}

WorkerReply ChildWorker::ask(const WorkerRequest& request) {
  Process& process = *process_;
  WorkerReply reply;
  std::string sent = std::string(request.line) + '\n';
  std::string_view text = sent;
  if (!request.is_answer) process.answer.clear();
  const auto begin = WorkerClock::now();
  std::optional<WorkerClock::time_point> stopped;
  const auto fail = [&](End end) {
    process.end();
    reply.result.end = end;
    reply.result.errors = process.errors;
    return reply;
  };
  for (;;) {
    process.turn(text);
    reply.answer = process.take_answer(request.is_answer);
    if (reply.answer) {
      reply.result.end = stopped ? End::stopped : End::exited;
      reply.result.errors = std::move(process.errors);
      process.errors = {};
      return reply;
    }
    if (!process.ended) process.ended = has_ended(process.child.id, process.status);
    if (process.ended) {
      const int status = process.status;
      fail(End::exited);
      set_end(status, reply.result);
      return reply;
    }
    const auto now = WorkerClock::now();
    if (process.answer.size() > request.most_bytes) return fail(End::refused);
    if (stopped && now - *stopped > stop_grace) return fail(End::stopped);
    if (request.seconds > 0 &&
        std::chrono::duration<double>(now - begin).count() >= request.seconds) {
      return fail(End::out_of_time);
    }
    const bool stop = request.stop != nullptr && request.stop->load(std::memory_order_relaxed);
    if (stop && request.stop_line.empty()) return fail(End::stopped);
    if (stop && !stopped) {
      stopped = now;
      if (text.empty()) {
        sent = std::string(request.stop_line) + '\n';
        text = sent;
      }
    }
  }
}

}  // namespace tesuji::child
