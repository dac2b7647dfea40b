// Runs the loop of each worker: takes the next task that is not taken, until none is left.
#pragma once

#include "runtime/host/partition/ranks.h"
#include "tools/spread/run_task.h"
#include "tools/spread/task_list.h"
#include "tools/spread/task_result.h"

#include <atomic>
#include <cstddef>
#include <functional>
#include <optional>
#include <vector>

namespace tesuji::tools {

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
