// The words of production rules and ordering metarules, with those of the paper's
// tables (Cazenave; in French) as synonyms.
#pragma once

#include "ir/module/agenda.h"

#include <optional>
#include <string_view>

namespace tesuji::frontend {

enum class RuleWord : unsigned char {
  rule,
  name,
  premises,
  conclusions,
  present,
  absent,
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

/// The comparison of that name: `different`, `intersections_differentes`, `<`, ..
[[nodiscard]] std::optional<ir::Comparison> comparison_word(std::string_view word);

}  // namespace tesuji::frontend
