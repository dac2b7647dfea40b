// Text of rules that does not depend on names.
//
// Servers send the rules of a game with other words each time, so that players cannot know it by
// its words. Results about a game are kept under its rules with words numbered by first
// appearance, and results that name fluents are translated on the way in and out. So a game is
// recognised under other words, as long as its rules stand in the same order, and neither sheet
// uses words of the IR's text or words that it quotes.
#pragma once

#include "ir/module/module.h"

#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace tesuji::ir {

/// Returns the module's text without places and the game's name, which is its file's: equal for
/// equal rules, so that results are found again under another name of the file.
[[nodiscard]] std::string text_of_rules(const Module& module);

/// Immutable.
class RuleNames {
 public:
  explicit RuleNames(const Module& module);

  /// Returns the module's text on one line, without places and the game's name, with numbers for
  /// words: equal only for modules that differ in the words of their rulesheets at most.
  [[nodiscard]] const std::string& text() const { return text_; }

  /// Replaces the words of a term by their numbers, as in text().
  [[nodiscard]] std::string numbered(std::string_view term) const;
  /// Replaces numbers by words again. Numbers that no word has stay.
  [[nodiscard]] std::string named(std::string_view term) const;

 private:
  std::unordered_map<std::string, std::string> numbers_;  ///< by word
  std::unordered_map<std::string, std::string> words_;    ///< by number
  std::string text_;
};

}  // namespace tesuji::ir
