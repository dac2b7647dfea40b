#include "ir/text/rule_names.h"

#include "ir/text/text.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <optional>
#include <utility>

namespace tesuji::ir {
namespace {

/// Words with a meaning of their own, in GDL or in IR text, keep it.
constexpr std::array<std::string_view, 26> kept_words = {
    "role",  "init",   "true", "does",  "next", "legal",  "goal",      "terminal", "distinct",
    "not",   "or",     "base", "input", "sees", "random", "relation",  "static",   "derived",
    "state", "answer", "term", "facts", "rule", "absent", "different", "same"};

bool is_space(char c) {
  return std::isspace(static_cast<unsigned char>(c)) != 0;
}

bool is_separator(char c) {
  return is_space(c) || std::string_view("()[]{},;:\"'.|#").find(c) != std::string_view::npos;
}

/// Copies the text with each word replaced by what `replaced` returns for it.
template <typename Replaced>
std::string with_words(std::string_view text, const Replaced& replaced) {
  std::string result;
  result.reserve(text.size());
  for (std::size_t at = 0; at < text.size();) {
    if (is_separator(text[at])) {
      result += text[at++];
      continue;
    }
    const std::size_t begin = at;
    while (at < text.size() && !is_separator(text[at])) ++at;
    result += replaced(text.substr(begin, at - begin));
  }
  return result;
}

/// Returns the text with one blank for each run of white space, since long lists are broken where
/// their words end.
std::string in_one_line(std::string_view text) {
  std::string result;
  for (const char c : text) {
    if (!is_space(c)) {
      result += c;
    } else if (!result.empty() && result.back() != ' ') {
      result += ' ';
    }
  }
  return result;
}

/// Marks a number of a word: no word of a rulesheet begins with it.
constexpr char number_mark = '\x01';

}  // namespace

std::string text_of_rules(const Module& module) {
  Module unnamed = module;
  unnamed.game.clear();
  return print(unnamed, PrintedPlaces::none);
}

RuleNames::RuleNames(const Module& module) {
  const auto is_name = [&](std::string_view word) {
    if (std::find(kept_words.begin(), kept_words.end(), word) != kept_words.end()) return false;
    // Variables are printed with a capital.
    if (std::isupper(static_cast<unsigned char>(word.front())) != 0) return true;
    const std::optional<Symbol> symbol = module.symbols->find(word);
    return symbol && !module.symbols->is_integer(*symbol);
  };
  const std::string printed = in_one_line(text_of_rules(module));
  text_ = with_words(printed, [&](std::string_view word) {
    std::string name(word);
    if (!is_name(word)) return name;
    const auto [at, is_new] = numbers_.try_emplace(name);
    if (is_new) {
      at->second = number_mark + std::to_string(numbers_.size());
      words_.emplace(at->second, name);
    }
    return at->second;
  });
}

std::string RuleNames::numbered(std::string_view term) const {
  return with_words(term, [&](std::string_view word) {
    const auto found = numbers_.find(std::string(word));
    return found == numbers_.end() ? std::string(word) : found->second;
  });
}

std::string RuleNames::named(std::string_view term) const {
  return with_words(term, [&](std::string_view word) {
    const auto found = words_.find(std::string(word));
    return found == words_.end() ? std::string(word) : found->second;
  });
}

}  // namespace tesuji::ir
