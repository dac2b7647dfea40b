// Represents a learned production rule, and prints it.
#pragma once

#include "ir/core/symbol.h"
#include "learner/explanation/rule_condition.h"

#include <cstddef>
#include <string>
#include <vector>

namespace tesuji::learner {

/// Variables are numbered from 0; a variable that occurs only once, in one condition, matches
/// anything.
struct LearnedRule {
  Conjunction premises;
  RuleCondition conclusion;              ///< present: a fact to add
  std::vector<std::string> variables{};  ///< names, unique, without `?`
};

/// Numbers the variables from 0 in the order of the premises, and renames them; `names` has the
/// names of their old numbers.
void tidy_names(LearnedRule& rule, const std::vector<std::string>& names);

/// Production rules cannot deny a conjunction inside an absent one. Replaces each such conjunction,
/// its facts and the part that it denies, by a single fact; adds rules for these facts, which must
/// run earlier, to `helpers`, unless they are there already. Names the facts `exception_1`, ..
/// Returns false if a variable would not be bound.
[[nodiscard]] bool extract_helpers(LearnedRule& rule, std::vector<LearnedRule>& helpers,
                                   ir::SymbolTable& symbols);

/// Prints the rule in the language of `tesuji run`; it must not have absence inside absent
/// conjunctions.
[[nodiscard]] std::string rule_text(const LearnedRule& rule, const std::string& name,
                                    const ir::SymbolTable& symbols);

/// Whether `general` applies wherever `special` does, with the same conclusion: theta-subsumption,
/// in reverse for absent conjunctions. Also returns false if that takes more than some thousand
/// trials.
[[nodiscard]] bool subsumes(const LearnedRule& general, const LearnedRule& special);

/// Adds a rule unless another one subsumes it; removes those that it subsumes.
void add_rule(LearnedRule rule, std::vector<LearnedRule>& rules);

/// Whether `general` has an instance for each one of `special`; the variables in `own` (ascending)
/// may be replaced, others stand for themselves.
[[nodiscard]] bool subsumes(const Conjunction& general, const Conjunction& special,
                            const std::vector<ir::VariableId>& own);

}  // namespace tesuji::learner
