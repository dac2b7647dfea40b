#include "tools/spread/command_words.h"

#include <algorithm>
#include <optional>

namespace tesuji::tools {
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

}  // namespace tesuji::tools
