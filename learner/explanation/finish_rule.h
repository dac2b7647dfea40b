// Makes a rule from the conditions of an explanation. Removes redundant conditions, binds every
// variable, and brings it into a form that rules can have.
#pragma once

#include "learner/explanation/explanation.h"
#include "learner/explanation/learned_rule.h"

#include <vector>

namespace tesuji::learner {

/// `known_absent`: conjunctions that have no instance wherever the rule is used. A variable that no
/// condition binds gets its value in the example: the rule is then for that value only. Throws
/// Unexplained if no rule can express it.
[[nodiscard]] LearnedRule finish_rule(Explanation& explanation, Conjunction conditions,
                                      RuleCondition conclusion,
                                      const std::vector<Conjunction>& known_absent);

}  // namespace tesuji::learner
