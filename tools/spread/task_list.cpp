#include "tools/spread/task_list.h"

#include "tools/spread/command_words.h"

#include <algorithm>
#include <charconv>
#include <filesystem>
#include <system_error>
#include <unordered_map>

namespace tesuji::tools {
namespace {

std::optional<std::uint64_t> whole_number(std::string_view text) {
  std::uint64_t number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return number;
}

std::uintmax_t size_of(const std::string& path) {
  std::error_code none;
  const std::uintmax_t size = std::filesystem::file_size(path, none);
  return none ? 0 : size;
}

}  // namespace

std::optional<TaskPart> task_part(std::string_view text) {
  const std::size_t slash = text.find('/');
  if (slash == std::string_view::npos) return std::nullopt;
  const auto index = whole_number(text.substr(0, slash));
  const auto count = whole_number(text.substr(slash + 1));
  if (!index || !count || *index < 1 || *index > *count) return std::nullopt;
  return TaskPart{*index, *count};
}

std::vector<Task> make_tasks(const std::vector<std::string>& words,
                             const std::vector<std::string>& inputs) {
  std::vector<Task> tasks;
  for (const std::string& input : inputs) {
    const std::uint64_t number = tasks.size() + 1;
    tasks.push_back({number, input, fill_words(words, input, number)});
  }
  return tasks;
}

void put_large_first(std::vector<Task>& tasks) {
  std::unordered_map<std::uint64_t, std::uintmax_t> sizes;
  for (const Task& task : tasks) sizes[task.number] = size_of(task.input);
  std::sort(tasks.begin(), tasks.end(), [&](const Task& left, const Task& right) {
    const std::uintmax_t size = sizes[left.number];
    const std::uintmax_t other = sizes[right.number];
    return size != other ? size > other : left.number < right.number;
  });
}

}  // namespace tesuji::tools
