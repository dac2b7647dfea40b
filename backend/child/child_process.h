// A program run as a child: fed, read, limited, and never left behind.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace tesuji::child {

struct ChildLimits {
  double seconds = 0;                       ///< wall clock; 0: none
  std::uint64_t memory_bytes = 0;           ///< of address space; 0: none
  const std::atomic<bool>* stop = nullptr;  ///< ends the child when set; may be null
  /// Variables of the environment whose names begin so are kept from the child.
  std::vector<std::string> hidden_variables{};
};

struct ChildResult {
  enum class End : std::uint8_t {
    exited,       ///< by itself: `code` is its exit code
    signalled,    ///< by a signal that is not from us: `code`
    out_of_time,  ///< we ended it at its limit
    stopped,      ///< we ended it because of `stop`
    refused,      ///< we ended it because a reader wanted no more
    not_started,  ///< `errors` says why
  };
  End end = End::not_started;
  int code = 0;
  std::string errors;  ///< the first 64 KiB of what it wrote to standard error
};

/// Starts `program` (a path, or a name that is looked for in PATH), without a shell, in a process
/// group of its own; writes `input` to its standard input and hands what it prints to `read`, as
/// it comes, until that returns false, and what it writes to standard error to `read_errors`, if
/// there is one, in the same way. A child that is to end gets SIGTERM, and after a moment, it
/// and all its group, SIGKILL. It is killed too when the calling thread dies, however it does. May
/// be called by several threads at once.
[[nodiscard]] ChildResult run_child(const std::string& program,
                                    const std::vector<std::string>& arguments,
                                    std::string_view input, const ChildLimits& limits,
                                    const std::function<bool(std::string_view)>& read,
                                    const std::function<bool(std::string_view)>& read_errors = {});

}  // namespace tesuji::child
