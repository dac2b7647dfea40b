// Plans a run of `tesuji spread`: its tasks, and the results of earlier runs.
#pragma once

#include "tools/spread/results_file.h"
#include "tools/spread/task_list.h"

#include <cstdint>
#include <string>
#include <vector>

namespace tesuji::tools {

struct SpreadWork {
  std::string template_text;
  std::vector<std::string> words;  ///< of the template
  std::vector<std::string> inputs;
  std::string output;  ///< the file of results
  TaskPart part;
  bool retry = false;     ///< rerun tasks that failed
  bool in_order = false;  ///< keep the order of inputs, instead of large ones first
  bool anew = false;      ///< discard earlier results that do not fit
};

struct SpreadPlan {
  std::vector<Task> left;     ///< tasks to run, in this order
  TaskResults earlier;        ///< results to keep, of all parts
  std::uint64_t of_part = 0;  ///< tasks of this part
};

/// Returns the path of a rank's results, which exists during a run, or after it was killed.
[[nodiscard]] std::string rank_file(const std::string& output, unsigned rank);
/// Returns the existing ones.
[[nodiscard]] std::vector<std::string> rank_files(const std::string& output);
void remove_rank_files(const std::string& output);

/// Reads the file of results and those of ranks. Throws ResultsError, also if they are for another
/// template or other inputs.
[[nodiscard]] SpreadPlan plan_tasks(const SpreadWork& work);

/// Collects all results, including those of ranks, in the file of results, by number of the task,
/// and removes the files of ranks. Returns the results. Throws ResultsError.
TaskResults gather_results(const std::string& output);

}  // namespace tesuji::tools
