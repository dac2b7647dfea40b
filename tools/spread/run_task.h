// Runs a task in a child process, and records its exit code, output and error in a TaskResult; runs
// the loop of each worker.
#pragma once

#include "runtime/host/partition/ranks.h"
#include "tools/spread/results_file.h"
#include "tools/spread/task_list.h"

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

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

/// The counter of tasks that workers have taken.
inline constexpr std::size_t tasks_taken = 0;

/// Returns when no task is left, `stop` is set, or `run` returns nothing.
inline void work_off(const std::vector<Task>& tasks, runtime::SharedCounters& counters,
                     const std::atomic<bool>& stop,
                     const std::function<std::optional<TaskResult>(const Task&)>& run,
                     const std::function<void(const TaskResult&)>& done) {
  while (!stop.load(std::memory_order_relaxed)) {
    const std::uint64_t next = counters.fetch_add(tasks_taken, 1);
    if (next >= tasks.size()) return;
    const std::optional<TaskResult> result = run(tasks[next]);
    if (!result) return;
    done(*result);
  }
}

}  // namespace tesuji::tools
