// Merges files of results of the same template, and finds out what earlier results are worth.
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

/// The results of all files, by number of the task. Results of one task that agree but for times
/// and rates count once, the first of them; a task that a signal or a limit ended yields to one
/// that ended by itself. Files without a head have no results. Throws ResultsError where templates
/// or numbers of tasks differ, or results contradict each other.
[[nodiscard]] TaskResults merge_results(std::vector<NamedResults> files);

/// The numbers from 1 to the number of tasks that have no result.
[[nodiscard]] std::vector<std::uint64_t> missing_tasks(const TaskResults& results);

/// `3, 7, 9 and 14 more`
[[nodiscard]] std::string first_numbers(const std::vector<std::uint64_t>& numbers);

/// Earlier results, each with the number that its task has now: more inputs may have come since. A
/// task is the same if its arguments are; of several results the first counts. `retry`: without
/// those that failed. Throws ResultsError for a result that is of none of the tasks.
[[nodiscard]] std::vector<TaskResult> results_to_keep(std::vector<TaskResult> earlier,
                                                      const std::vector<Task>& tasks, bool retry);

}  // namespace tesuji::tools
