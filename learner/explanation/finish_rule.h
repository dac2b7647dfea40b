// Makes a rule of the conditions that an explanation leaves: without what is said twice or goes
// without saying, with every variable bound, and in a form that rules have.
#pragma once

#include "learner/explanation/explanation.h"
#include "learner/explanation/learned_rule.h"

#include <vector>

namespace tesuji::learner {

/// `known_absent`: conjunctions that have no instance wherever the rule is used. A variable that
/// nothing binds gets its value in the example: the rule is then for that value alone. Throws
/// Unexplained where no rule can say it.
[[nodiscard]] LearnedRule finish_rule(Explanation& explanation, Conjunction conditions,
                                      RuleCondition conclusion,
                                      const std::vector<Conjunction>& known_absent);

}  // namespace tesuji::learner
