// Explains facts that a rule set deduces, and makes one rule of each deduction.
#pragma once

#include "backend/rules/trace_rules.h"
#include "learner/explanation/explanation.h"
#include "learner/explanation/learned_rule.h"

#include <cstddef>
#include <map>
#include <set>
#include <string>
#include <vector>

namespace tesuji::learner {

/// Rules that were learned from a run, and what was not explained, with the reasons.
struct FactLearning {
  std::vector<LearnedRule> rules;  ///< no rule applies wherever another one does
  std::size_t facts = 0;           ///< that were looked at
  std::map<std::string, std::size_t> refused;
};

/// The rules by which the run deduced these facts from given ones, each in one step; facts that are
/// given are left out. `operational`: relations that rules may ask for, though others conclude
/// them. A rule concludes what the run's rules conclude, in every memory for which these do: what
/// is given there may be anything, but facts of relations that rules conclude.
[[nodiscard]] FactLearning explain_facts(const driver::TracedRun& run,
                                         const std::vector<MemoryFact>& facts,
                                         const std::set<ir::Symbol>& operational,
                                         const ExplanationLimits& limits = {});

}  // namespace tesuji::learner
