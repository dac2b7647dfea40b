// Starts a program as a child process with pipes to its standard streams: what run_child and
// ChildWorker share.
#pragma once

#include "backend/child/child_process.h"

#include <sys/types.h>

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace tesuji::child {

/// The ends of a child's pipes on this side, and its process.
struct StartedChild {
  StartedChild() = default;
  ~StartedChild();
  StartedChild(const StartedChild&) = delete;
  StartedChild& operator=(const StartedChild&) = delete;

  int in = -1;    ///< descriptor of its standard input, which does not block; -1: closed
  int out = -1;   ///< of its standard output
  int err = -1;   ///< of its standard error
  pid_t id = -1;  ///< of the process and its group; the caller waits for it
};

/// Starts it without a shell, in its own process group, with the limits' memory and environment.
/// The child is killed when the calling thread dies. Returns why it did not start; else an empty
/// text. Throws std::exception.
[[nodiscard]] std::string start_child(const std::string& program,
                                      const std::vector<std::string>& arguments,
                                      const ChildLimits& limits, StartedChild& child);

/// Closes a descriptor and sets it to -1; does nothing if it is -1.
void close_file(int& file);

/// Writes what fits into the child's input; removes it from `text`. Returns false once the child
/// does not read its input any more.
[[nodiscard]] bool write_some(int in, std::string_view& text);

/// Passes on what can be read at once, after poll(); closes the descriptor at the end.
void read_some(int& file, const std::function<void(std::string_view)>& use);

/// Reads the wait status without blocking; returns whether the child has ended.
[[nodiscard]] bool has_ended(pid_t child, int& status);

/// Returns how a child ended by itself: exited or signalled, with its code.
void set_end(int status, ChildResult& result);

}  // namespace tesuji::child
