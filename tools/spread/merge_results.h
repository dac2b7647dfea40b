// Merges files of results of the same template, and selects earlier results that are still valid.
#pragma once

#include "tools/spread/results_file.h"
#include "tools/spread/task_list.h"

#include <cstdint>
#include <string>
#include <vector>

namespace tesuji::tools {

struct NamedResults {
  std::string path;
  TaskResults results;
};

/// Returns the results of all files, by number of the task. Results of one task that agree except
/// for times and rates count once, the first of them; a result that a signal or a limit ended is
/// replaced by one that ended by itself. Files without a head have no results. Throws ResultsError
/// if templates or numbers of tasks differ, or results contradict each other.
[[nodiscard]] TaskResults merge_results(std::vector<NamedResults> files);

/// Returns the numbers from 1 to the number of tasks that have no result.
[[nodiscard]] std::vector<std::uint64_t> missing_tasks(const TaskResults& results);

/// Returns `3, 7, 9 and 14 more`.
[[nodiscard]] std::string first_numbers(const std::vector<std::uint64_t>& numbers);

/// Returns earlier results, each with the current number of its task: inputs may have been added
/// since. A task is the same if its arguments are; of several results the first counts. `retry`:
/// without those that failed. Throws ResultsError for a result that belongs to none of the tasks.
[[nodiscard]] std::vector<TaskResult> results_to_keep(std::vector<TaskResult> earlier,
                                                      const std::vector<Task>& tasks, bool retry);

}  // namespace tesuji::tools
