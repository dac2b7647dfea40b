// Lists the tasks of `tesuji spread`: one command for each input, in the order in which they are
// run. Splits the template of a task into words, as a shell does, and inserts the task's input.
// Also reads which part of the tasks one job runs (`--part=K/N`).
#pragma once

#include <cstdint>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace tesuji::tools {

// --- Templates

/// Thrown if a template has an unclosed quote, or ends in a backslash.
class WordsError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// Returns the words between blanks. Single quotes keep everything, double quotes all but
/// backslashes before `"` and `\`, a backslash the next character. No other characters are special:
/// no shell reads it. Throws WordsError.
[[nodiscard]] std::vector<std::string> split_words(std::string_view text);

/// Returns the words with `input` in place of each `{}`, and `number` in place of each `{#}`. If no
/// word has `{}`, the input becomes the last word.
[[nodiscard]] std::vector<std::string> fill_words(const std::vector<std::string>& words,
                                                  const std::string& input, std::uint64_t number);

// --- Tasks, and parts of them

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

/// Returns a task for each input. `words`: of the template (split_words).
[[nodiscard]] std::vector<Task> make_tasks(const std::vector<std::string>& words,
                                           const std::vector<std::string>& inputs);

/// Sorts tasks with larger input files first, so that the last ones to end are short; those of
/// equal size by number. Inputs that do not name a file count as empty.
void put_large_first(std::vector<Task>& tasks);

}  // namespace tesuji::tools
