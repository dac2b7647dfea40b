// Lists the tasks of `tesuji spread`: one command for each input, in the order in which they are
// run.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace tesuji::tools {

struct Task {
  std::uint64_t number = 0;  ///< from 1, in the order of inputs
  std::string input;
  std::vector<std::string> arguments;  ///< of the command `tesuji`
};

/// One of several parts of the tasks: those whose number is index modulo count.
struct TaskPart {
  std::uint64_t index = 1;  ///< 1 .. count
  std::uint64_t count = 1;

  [[nodiscard]] bool has(std::uint64_t number) const { return (number - 1) % count == index - 1; }
};

/// Reads `K/N`, where 1 <= K <= N; returns nothing for another text.
[[nodiscard]] std::optional<TaskPart> task_part(std::string_view text);

/// Returns a task for each input. `words`: of the template (command_words.h).
[[nodiscard]] std::vector<Task> make_tasks(const std::vector<std::string>& words,
                                           const std::vector<std::string>& inputs);

/// Sorts tasks with larger input files first, so that the last ones to end are short; those of
/// equal size by number. Inputs that do not name a file count as empty.
void put_large_first(std::vector<Task>& tasks);

}  // namespace tesuji::tools
