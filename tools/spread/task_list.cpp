#include "tools/spread/task_list.h"

#include <algorithm>
#include <charconv>
#include <filesystem>
#include <optional>
#include <system_error>
#include <unordered_map>

namespace tesuji::tools {

// --- Templates

namespace {

constexpr std::string_view input_mark = "{}";
constexpr std::string_view number_mark = "{#}";

/// Returns the character after a backslash at `at`, and moves `at` to it.
char escaped(std::string_view text, std::size_t& at) {
  if (++at == text.size()) throw WordsError("a backslash is the last character");
  return text[at];
}

/// Appends the text between the quote at `at` and the next one, and moves `at` to that.
void append_quoted(std::string_view text, std::size_t& at, std::string& word) {
  const char quote = text[at];
  for (++at; at < text.size() && text[at] != quote; ++at) {
    const bool escapes = quote == '"' && text[at] == '\\' && at + 1 < text.size() &&
                         (text[at + 1] == '"' || text[at + 1] == '\\');
    if (escapes) ++at;
    word += text[at];
  }
  if (at == text.size()) throw WordsError(std::string("nothing closes the quote ") + quote);
}

/// Replaces in one pass, so that marks in the input are not replaced.
std::string filled(std::string_view word, const std::string& input, const std::string& number) {
  std::string result;
  while (!word.empty()) {
    if (word.starts_with(input_mark)) {
      result += input;
      word.remove_prefix(input_mark.size());
    } else if (word.starts_with(number_mark)) {
      result += number;
      word.remove_prefix(number_mark.size());
    } else {
      result += word.front();
      word.remove_prefix(1);
    }
  }
  return result;
}

}  // namespace

std::vector<std::string> split_words(std::string_view text) {
  std::vector<std::string> words;
  std::optional<std::string> word;
  for (std::size_t at = 0; at < text.size(); ++at) {
    const char sign = text[at];
    if (sign == ' ' || sign == '\t' || sign == '\n' || sign == '\r') {
      if (word) words.push_back(*std::move(word));
      word.reset();
      continue;
    }
    if (!word) word.emplace();
    if (sign == '\'' || sign == '"') {
      append_quoted(text, at, *word);
    } else {
      *word += sign == '\\' ? escaped(text, at) : sign;
    }
  }
  if (word) words.push_back(*std::move(word));
  return words;
}

std::vector<std::string> fill_words(const std::vector<std::string>& words, const std::string& input,
                                    std::uint64_t number) {
  std::vector<std::string> result;
  const std::string digits = std::to_string(number);
  for (const std::string& word : words) result.push_back(filled(word, input, digits));
  const bool names_input = std::any_of(words.begin(), words.end(), [](const std::string& word) {
    return word.find(input_mark) != std::string::npos;
  });
  if (!names_input) result.push_back(input);
  return result;
}

// --- Tasks, and parts of them

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
