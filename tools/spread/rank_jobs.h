// Runs the tasks of `tesuji spread` on ranks of MPI: each runs one task at a time.
#pragma once

#include "tools/base/progress.h"
#include "tools/spread/run_task.h"
#include "tools/spread/spread_plan.h"

#include <atomic>
#include <optional>

namespace tesuji::tools {

/// Whether this process is the one that reports, with the results; nothing if another one has
/// failed and reported why.
struct RankOutcome {
  bool tells = true;
  std::optional<TaskResults> results;
};

/// As spread_locally, by all ranks together; call it once in a process. Rank 0 plans, and finally
/// gathers what the others wrote to files of their own, which it must be able to read. Only rank 0
/// needs the inputs of `work`. Throws ResultsError on rank 0 for errors before tasks are run, or if
/// there is no MPI; a rank that fails later ends all (exit code 3).
[[nodiscard]] RankOutcome spread_on_ranks(const SpreadWork& work, const TaskLimits& limits,
                                          const std::atomic<bool>& stop,
                                          const ProgressFlags& progress);

}  // namespace tesuji::tools
