// The words of production rules and ordering metarules, with those of the paper's
// tables (Cazenave; in French) as synonyms.
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

/// What the word means, if it is one of them. In lower case.
[[nodiscard]] std::optional<RuleWord> rule_word(std::string_view word);

/// The function of that sign, `+`, `div`, with so many arguments in a rule; `+`, `*`, `min` and
/// `max` take two or more.
[[nodiscard]] std::optional<ir::Function> function_sign(std::string_view sign,
                                                        std::size_t arguments);
/// Whether the sign is a function's, of any number of arguments.
[[nodiscard]] bool is_function_sign(std::string_view sign);

/// The comparison of that name: `different`, `intersections_differentes`, `<`, ..
[[nodiscard]] std::optional<ir::Comparison> comparison_word(std::string_view word);

}  // namespace tesuji::frontend
