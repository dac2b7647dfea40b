// Defines the words of production rules and ordering metarules, with those of the paper's tables
// (Cazenave; in French) as synonyms.
#pragma once

#include "ir/module/agenda.h"

#include <optional>
#include <string_view>

namespace tesuji::frontend {

enum class RuleWord : unsigned char {
  rule,
  function,
  name,
  premises,
  conclusions,
  present,
  absent,
  is,
  add,
  remove,
  condition,
  bound,
  unbound,
  priority,
  assign_priority,
};

/// Returns the meaning of the word, in lower case; nullopt for other words.
[[nodiscard]] std::optional<RuleWord> rule_word(std::string_view word);

/// Returns the function with this sign, `+`, `div`, and this number of arguments in a rule; `+`,
/// `*`, `min` and `max` accept two or more.
[[nodiscard]] std::optional<ir::Function> function_sign(std::string_view sign,
                                                        std::size_t arguments);
/// Whether the sign denotes a function, of any number of arguments.
[[nodiscard]] bool is_function_sign(std::string_view sign);

/// Returns the comparison with this name: `different`, `intersections_differentes`, `<`, ..
[[nodiscard]] std::optional<ir::Comparison> comparison_word(std::string_view word);

}  // namespace tesuji::frontend
