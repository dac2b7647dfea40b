// What a run of `tesuji spread` has to do: its tasks, and the results that earlier runs have left.
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
  bool retry = false;     ///< run again what has failed
  bool in_order = false;  ///< not large inputs first
  bool anew = false;      ///< earlier results that do not fit are forgotten
};

struct SpreadPlan {
  std::vector<Task> left;     ///< to be run, in this order
  TaskResults earlier;        ///< results that are kept, of all parts
  std::uint64_t of_part = 0;  ///< tasks of this part
};

/// The file of a rank's results, which is there while a run lasts, or after it was killed.
[[nodiscard]] std::string rank_file(const std::string& output, unsigned rank);
/// Those that are there.
[[nodiscard]] std::vector<std::string> rank_files(const std::string& output);
void remove_rank_files(const std::string& output);

/// Reads the file of results and those of ranks. Throws ResultsError, also where they are of
/// another template or of other inputs.
[[nodiscard]] SpreadPlan plan_tasks(const SpreadWork& work);

/// Puts all results, those of ranks too, into the file of results, by number of the task, and
/// removes the files of ranks. Returns the results. Throws ResultsError.
TaskResults gather_results(const std::string& output);

}  // namespace tesuji::tools
