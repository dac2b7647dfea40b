// Checks rules of the background before any is run, and finds those whose calls have to be proved.
#pragma once

#include "ir/core/diagnostics.h"
#include "ir/formulas/logic_clause.h"
#include "learner/search/fact_background.h"

#include <vector>

namespace tesuji::learner {

/// For each rule whether calls of its predicate are proved (background_rules.h). Errors: all of
/// add_background's but "keyword" and those of limits that evaluation reaches.
[[nodiscard]] std::vector<bool> check_rules(const std::vector<ir::LogicClause>& rules,
                                            const FactBackground& background,
                                            ir::Diagnostics& diagnostics);

}  // namespace tesuji::learner
