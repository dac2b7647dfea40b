// Runs a task as a process of its own, and makes a result of how that ends.
#pragma once

#include "tools/spread/task_list.h"
#include "tools/spread/task_result.h"

#include <atomic>
#include <cstdint>
#include <optional>
#include <string>

namespace tesuji::tools {

struct TaskLimits {
  double seconds = 0;              ///< wall clock of each task; 0: none
  std::uint64_t memory_bytes = 0;  ///< address space of each; 0: none
};

/// The program that this process runs.
[[nodiscard]] std::string own_program();

/// Runs `program`, waits for its end; nothing where `stop` was set before that. The process does
/// not take itself for a rank of MPI, whatever this one is. For any thread.
[[nodiscard]] std::optional<TaskResult> run_task(const std::string& program, const Task& task,
                                                 const TaskLimits& limits,
                                                 const std::atomic<bool>& stop);

}  // namespace tesuji::tools
