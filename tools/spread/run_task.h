// Runs a task in a child process, and records its exit code, output and error in a TaskResult.
#pragma once

#include "tools/spread/task_list.h"
#include "tools/spread/task_result.h"

#include <atomic>
#include <cstdint>
#include <optional>
#include <string>

namespace tesuji::tools {

struct TaskLimits {
  double seconds = 0;              ///< wall clock for each task; 0: no limit
  std::uint64_t memory_bytes = 0;  ///< address space for each; 0: no limit
};

/// Returns the program that this process runs.
[[nodiscard]] std::string own_program();

/// Runs `program` and waits for its end; returns nothing if `stop` was set before that. The child
/// does not run as a rank of MPI, even if this process does. Thread-safe.
[[nodiscard]] std::optional<TaskResult> run_task(const std::string& program, const Task& task,
                                                 const TaskLimits& limits,
                                                 const std::atomic<bool>& stop);

}  // namespace tesuji::tools
