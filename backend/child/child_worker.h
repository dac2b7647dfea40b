// Keeps a program running as a child process that answers lines with lines.
#pragma once

#include "backend/child/child_process.h"

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace tesuji::child {

/// A question to a worker, and its limits.
struct WorkerRequest {
  std::string_view line{};  ///< without a line end; may be several lines
  /// Sent when `stop` is set: asks for an answer soon. If empty, the process is ended instead.
  std::string_view stop_line{};
  double seconds = 0;                       ///< wall clock; 0: no limit
  std::size_t most_bytes = 0;               ///< of the answer
  const std::atomic<bool>* stop = nullptr;  ///< may be null
  /// Whether a line is the answer; others are skipped, also those that came after the last answer.
  /// If empty, the first line is.
  std::function<bool(std::string_view)> is_answer{};
};

/// An answer, or how the worker ended without one.
struct WorkerReply {
  std::optional<std::string> answer;  ///< a line without its end
  /// Why there is no answer: the worker exited, ..; its errors are those since the last answer.
  /// With an answer: `stopped` if it was asked to stop, else `exited` with code 0.
  ChildResult result;
};

/// The process starts with its environment and limits as by run_child, and is killed when the
/// thread that made it dies. For one thread at a time.
class ChildWorker {
 public:
  /// Throws std::runtime_error if the program does not start.
  ChildWorker(const std::string& program, const std::vector<std::string>& arguments,
              std::uint64_t memory_bytes);
  /// Ends the process.
  ~ChildWorker();
  ChildWorker(const ChildWorker&) = delete;
  ChildWorker& operator=(const ChildWorker&) = delete;

  /// Sends the line and waits for the answer. Without an answer in time, or with too long a one, or
  /// with none a moment after the stop, the process is ended: is_alive() is false then.
  [[nodiscard]] WorkerReply ask(const WorkerRequest& request);

  /// Whether it can be asked.
  [[nodiscard]] bool is_alive();

 private:
  struct Process;
  std::unique_ptr<Process> process_;
};

}  // namespace tesuji::child
