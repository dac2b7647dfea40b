// Evaluates safe and stratified rules bottom-up (background_rules.h).
#pragma once

#include "learner/search/background_rules.h"

namespace tesuji::learner {

/// Adds what follows. Errors: "limit".
[[nodiscard]] bool evaluate_rules(const std::vector<ir::LogicClause>& rules,
                                  FactBackground& background, ir::Diagnostics& diagnostics,
                                  const RuleLimits& limits);

}  // namespace tesuji::learner
