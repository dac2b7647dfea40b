// Runs the tasks of `tesuji spread` as child processes of this one, several at a time.
#pragma once

#include "tools/base/progress.h"
#include "tools/spread/run_task.h"
#include "tools/spread/spread_plan.h"

#include <atomic>

namespace tesuji::tools {

/// Returns the number of processors available to this process.
[[nodiscard]] unsigned usual_jobs();

/// Plans and runs `jobs` tasks at a time, writes each result as soon as it is ready, and finally
/// all by number. Ends the children when `stop` is set. Returns the results so far. Throws
/// ResultsError.
[[nodiscard]] TaskResults spread_locally(const SpreadWork& work, const TaskLimits& limits,
                                         unsigned jobs, const std::atomic<bool>& stop,
                                         ProgressLine& progress);

}  // namespace tesuji::tools
