// Random production rules with a working memory, as text: recursion, repeated
// variables, constants, comparisons, `_`, relations without arguments, `absent`.
#pragma once

#include <cstdint>
#include <string>

namespace tesuji::tests {

struct RandomRules {
  std::string rules;  ///< as .rules
  std::string facts;  ///< in Prolog's syntax
  /// Changes of these facts step by step (frontend/rules/facts_reader.h): of relations that
  /// rules conclude too, some of them of no effect.
  std::string changes;
};

/// The rule set of that number, always the same. Even numbers only add, and ask to
/// be absent what no rule adds; odd ones remove, or ask what they add to be absent.
[[nodiscard]] RandomRules random_rules(std::uint64_t number);

/// The same with functions on numbers and conjunctions that are asked to be absent. Some of these
/// sets compute new numbers without end.
[[nodiscard]] RandomRules random_rules_with_functions(std::uint64_t number);

}  // namespace tesuji::tests
