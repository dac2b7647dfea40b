// Runs the tasks of `tesuji spread` as child processes of this one, some at a time.
#pragma once

#include "tools/base/terminal.h"
#include "tools/spread/run_task.h"
#include "tools/spread/spread_plan.h"

#include <atomic>

namespace tesuji::tools {

/// As many as this process has processors.
[[nodiscard]] unsigned usual_jobs();

/// Plans and runs `jobs` tasks at a time, writes each result when it is there, and in the end all
/// by number. Ends the children where `stop` is set. Returns what there is then. Throws
/// ResultsError.
[[nodiscard]] TaskResults spread_locally(const SpreadWork& work, const TaskLimits& limits,
                                         unsigned jobs, const std::atomic<bool>& stop,
                                         ProgressLine& progress);

}  // namespace tesuji::tools
