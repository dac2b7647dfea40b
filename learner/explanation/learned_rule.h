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

/// Rules have no absence inside of what is absent. Puts a fact of its own in the place of each such
/// conjunction's facts and of what it denies; rules for these facts, which have to run before, are
/// added to `helpers` unless they are there already. Facts are called `exception_1`, .. False where
/// a variable would not be bound.
[[nodiscard]] bool extract_helpers(LearnedRule& rule, std::vector<LearnedRule>& helpers,
                                   ir::SymbolTable& symbols);

/// The rule in the language of `tesuji run`, without absence inside of what is absent.
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
