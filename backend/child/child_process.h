// Runs a program as a child process: writes its input, reads its output, enforces limits, and
// always ends it.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace tesuji::child {

struct ChildLimits {
  double seconds = 0;                       ///< wall clock; 0: no limit
  std::uint64_t memory_bytes = 0;           ///< of address space; 0: no limit
  const std::atomic<bool>* stop = nullptr;  ///< ends the child when set; may be null
  /// The child does not get environment variables whose names begin with one of these.
  std::vector<std::string> hidden_variables{};
};

struct ChildResult {
  enum class End : std::uint8_t {
    exited,       ///< the child exited; `code` is its exit code
    signalled,    ///< a signal that we did not send ended the child; `code` is its number
    out_of_time,  ///< we ended it at its time limit
    stopped,      ///< we ended it because of `stop`
    refused,      ///< we ended it because a reader returned false
    not_started,  ///< it did not start; `errors` says why
  };
  End end = End::not_started;
  int code = 0;
  std::string errors;  ///< the first 64 KiB of what it wrote to standard error
};

/// Starts `program` (a path, or a name to look up in PATH) without a shell, in its own process
/// group. Writes `input` to its standard input; passes its standard output to `read` as it arrives,
/// until `read` returns false, and its standard error to `read_errors`, if given, in the same way.
/// To end a child, sends SIGTERM to it and, after a moment, SIGKILL to it and its whole group. The
/// child is also killed when the calling thread dies, in whatever way. Thread-safe.
[[nodiscard]] ChildResult run_child(const std::string& program,
                                    const std::vector<std::string>& arguments,
                                    std::string_view input, const ChildLimits& limits,
                                    const std::function<bool(std::string_view)>& read,
                                    const std::function<bool(std::string_view)>& read_errors = {});

}  // namespace tesuji::child
