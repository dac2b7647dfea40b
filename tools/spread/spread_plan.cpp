#include "tools/spread/spread_plan.h"

#include "tools/spread/merge_results.h"

#include <fmt/core.h>

#include <algorithm>
#include <filesystem>
#include <iterator>
#include <system_error>
#include <unordered_set>
#include <utility>

namespace tesuji::tools {
namespace {

constexpr std::string_view rank_mark = ".rank-";

/// Returns the file, and those of ranks.
std::vector<NamedResults> all_files(const std::string& output) {
  std::vector<NamedResults> files;
  if (std::filesystem::exists(output)) files.push_back({output, read_results(output)});
  for (const std::string& path : rank_files(output)) files.push_back({path, read_results(path)});
  return files;
}

/// Returns results in their order in the files, with the task numbers of an earlier run.
std::vector<TaskResult> earlier_results(const SpreadWork& work, const std::vector<Task>& tasks) {
  std::vector<TaskResult> found;
  for (NamedResults& file : all_files(work.output)) {
    TaskResults& results = file.results;
    if (!results.template_text.empty() && results.template_text != work.template_text) {
      throw ResultsError(fmt::format("{}: has results of another template, `{}`", file.path,
                                     results.template_text));
    }
    std::move(results.results.begin(), results.results.end(), std::back_inserter(found));
  }
  try {
    return results_to_keep(std::move(found), tasks, work.retry);
  } catch (const ResultsError& error) {
    throw ResultsError(fmt::format("{}: {}", work.output, error.what()));
  }
}

}  // namespace

std::string rank_file(const std::string& output, unsigned rank) {
  return output + std::string(rank_mark) + std::to_string(rank);
}

std::vector<std::string> rank_files(const std::string& output) {
  const std::filesystem::path path(output);
  const std::string begin = path.filename().string() + std::string(rank_mark);
  std::vector<std::string> found;
  std::error_code none;
  const std::filesystem::path folder = path.has_parent_path() ? path.parent_path() : ".";
  for (const auto& entry : std::filesystem::directory_iterator(folder, none)) {
    const std::string name = entry.path().filename().string();
    const bool fits = name.size() > begin.size() && name.starts_with(begin) &&
                      name.find_first_not_of("0123456789", begin.size()) == std::string::npos;
    if (fits) found.push_back(path.has_parent_path() ? (folder / name).string() : name);
  }
  std::sort(found.begin(), found.end());
  return found;
}

void remove_rank_files(const std::string& output) {
  for (const std::string& path : rank_files(output)) {
    std::error_code ignored;  // its results are then found twice, with the same contents
    std::filesystem::remove(path, ignored);
  }
}

SpreadPlan plan_tasks(const SpreadWork& work) {
  const std::vector<Task> tasks = make_tasks(work.words, work.inputs);
  SpreadPlan plan;
  plan.earlier.template_text = work.template_text;
  plan.earlier.tasks = tasks.size();
  try {
    plan.earlier.results = earlier_results(work, tasks);
  } catch (const ResultsError& error) {
    if (!work.anew) throw ResultsError(fmt::format("{}; --force begins anew", error.what()));
  }
  std::unordered_set<std::uint64_t> done;
  for (const TaskResult& result : plan.earlier.results) done.insert(result.number);
  for (const Task& task : tasks) {
    if (!work.part.has(task.number)) continue;
    ++plan.of_part;
    if (!done.contains(task.number)) plan.left.push_back(task);
  }
  if (!work.in_order) put_large_first(plan.left);
  return plan;
}

TaskResults gather_results(const std::string& output) {
  TaskResults gathered = merge_results(all_files(output));
  write_results(output, gathered);
  remove_rank_files(output);
  return gathered;
}

}  // namespace tesuji::tools
