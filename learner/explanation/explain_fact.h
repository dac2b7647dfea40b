// Explains facts that a rule set deduces, and makes one rule from each deduction.
#pragma once

#include "backend/rules/fact_origins.h"
#include "learner/explanation/explanation.h"
#include "learner/explanation/learned_rule.h"

#include <cstddef>
#include <map>
#include <set>
#include <string>
#include <vector>

namespace tesuji::learner {

// --- Rules from conditions
//
// Makes a rule from the conditions of an explanation. Removes redundant conditions, binds every
// variable, and brings it into a form that rules can have.

/// `known_absent`: conjunctions that have no instance wherever the rule is used. A variable that no
/// condition binds gets its value in the example: the rule is then for that value only. Throws
/// Unexplained if no rule can express it.
[[nodiscard]] LearnedRule finish_rule(Explanation& explanation, Conjunction conditions,
                                      RuleCondition conclusion,
                                      const std::vector<Conjunction>& known_absent);

// --- Explained facts

/// Rules learned from a run, and the facts that were not explained, with the reasons.
struct FactLearning {
  std::vector<LearnedRule> rules;  ///< no rule applies wherever another one does
  std::size_t facts = 0;           ///< facts considered
  std::map<std::string, std::size_t> refused;
};

/// Makes rules that deduce these facts from given ones in one step, as the run did; skips facts
/// that are given. `operational`: relations that learned rules may read, though other rules
/// conclude them. In every memory, a learned rule concludes only what the run's rules conclude; the
/// memory may contain any facts except those of relations that rules conclude.
[[nodiscard]] FactLearning explain_facts(const driver::TracedRun& run,
                                         const std::vector<MemoryFact>& facts,
                                         const std::set<ir::Symbol>& operational,
                                         const ExplanationLimits& limits = {});

}  // namespace tesuji::learner
