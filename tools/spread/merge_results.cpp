#include "tools/spread/merge_results.h"

#include <fmt/core.h>

#include <algorithm>
#include <deque>
#include <map>
#include <utility>

namespace tesuji::tools {
namespace {

struct Found {
  TaskResult result;
  std::string path;
};

void add(std::map<std::uint64_t, Found>& all, TaskResult result, const std::string& path) {
  const auto [place, is_new] = all.try_emplace(result.number);
  Found& found = place->second;
  if (!is_new && found.result.exit && !result.exit) return;
  if (is_new || (!found.result.exit && result.exit)) {
    found = {std::move(result), path};
    return;
  }
  if (!found.result.exit || agree(found.result, result)) return;
  throw ResultsError(
      fmt::format("task {} has different results in {} and {}", result.number, found.path, path));
}

}  // namespace

TaskResults merge_results(std::vector<NamedResults> files) {
  TaskResults merged;
  const NamedResults* first = nullptr;
  std::map<std::uint64_t, Found> all;
  for (NamedResults& file : files) {
    if (file.results.template_text.empty()) continue;
    if (first == nullptr) {
      first = &file;
      merged.template_text = file.results.template_text;
      merged.tasks = file.results.tasks;
    }
    if (file.results.template_text != merged.template_text) {
      throw ResultsError(fmt::format("{} is of the template `{}`, and {} of `{}`", first->path,
                                     merged.template_text, file.path, file.results.template_text));
    }
    if (file.results.tasks != merged.tasks) {
      throw ResultsError(fmt::format("{} is of {} tasks, and {} of {}", first->path, merged.tasks,
                                     file.path, file.results.tasks));
    }
    for (TaskResult& result : file.results.results) add(all, std::move(result), file.path);
  }
  for (auto& [number, found] : all) merged.results.push_back(std::move(found.result));
  return merged;
}

std::vector<std::uint64_t> missing_tasks(const TaskResults& results) {
  std::vector<bool> there(results.tasks + 1);
  for (const TaskResult& result : results.results) {
    if (result.number <= results.tasks) there[result.number] = true;
  }
  std::vector<std::uint64_t> missing;
  for (std::uint64_t number = 1; number <= results.tasks; ++number) {
    if (!there[number]) missing.push_back(number);
  }
  return missing;
}

std::string first_numbers(const std::vector<std::uint64_t>& numbers) {
  constexpr std::size_t most = 8;
  std::string text;
  for (std::size_t i = 0; i < std::min(numbers.size(), most); ++i) {
    text += (i == 0 ? "" : ", ") + std::to_string(numbers[i]);
  }
  if (numbers.size() > most) text += fmt::format(" and {} more", numbers.size() - most);
  return text;
}

std::vector<TaskResult> results_to_keep(std::vector<TaskResult> earlier,
                                        const std::vector<Task>& tasks, bool retry) {
  // An input may be given twice.
  std::map<std::vector<std::string>, std::deque<std::uint64_t>> numbers;
  for (const Task& task : tasks) numbers[task.arguments].push_back(task.number);
  std::vector<TaskResult> kept;
  for (TaskResult& result : earlier) {
    const auto found = numbers.find(result.arguments);
    if (found == numbers.end()) {
      throw ResultsError(fmt::format("a result belongs to none of the tasks: task {}, `{}`",
                                     result.number, result.input));
    }
    auto& same = found->second;
    if (same.empty()) continue;  // it is there already
    const auto own = std::find(same.begin(), same.end(), result.number);
    const auto taken = own == same.end() ? same.begin() : own;
    result.number = *taken;
    same.erase(taken);
    if (!retry || !result.failed()) kept.push_back(std::move(result));
  }
  return kept;
}

}  // namespace tesuji::tools
