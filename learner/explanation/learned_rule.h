// A production rule that was learned, and its text.
#pragma once

#include "ir/core/symbol.h"
#include "learner/explanation/rule_condition.h"

#include <cstddef>
#include <string>
#include <vector>

namespace tesuji::learner {

/// Variables are numbered from 0; those that stand in one condition only, once, may be anything.
struct LearnedRule {
  Conjunction premises;
  RuleCondition conclusion;              ///< present: a fact to add
  std::vector<std::string> variables{};  ///< names, unique, without `?`
};

/// Numbers the variables from 0 in the order of the premises and gives them names, from those that
/// `names` has for the numbers that they had.
void tidy_names(LearnedRule& rule, const std::vector<std::string>& names);

/// The rule in the language of `tesuji run`.
[[nodiscard]] std::string rule_text(const LearnedRule& rule, const std::string& name,
                                    const ir::SymbolTable& symbols);

/// Whether wherever `special` applies, `general` does, with the same conclusion: theta-subsumption,
/// conjunctions that are absent the other way round. False, too, where that takes more than some
/// thousand trials.
[[nodiscard]] bool subsumes(const LearnedRule& general, const LearnedRule& special);

/// Adds a rule unless another one subsumes it; those that it subsumes go.
void add_rule(LearnedRule rule, std::vector<LearnedRule>& rules);

/// Whether each instance of `special` has one of `general`, whose own variables (ascending) may be
/// replaced; others stand for themselves.
[[nodiscard]] bool subsumes(const Conjunction& general, const Conjunction& special,
                            const std::vector<ir::VariableId>& own);

}  // namespace tesuji::learner
