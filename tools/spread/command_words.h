// Splits the template of a task into words, as a shell does, and inserts the task's input.
#pragma once

#include <cstdint>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace tesuji::tools {

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

}  // namespace tesuji::tools
