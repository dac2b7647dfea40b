// Checks rules of the background before any is run, and finds those whose calls must be proved.
#pragma once

#include "ir/core/diagnostics.h"
#include "ir/formulas/logic_text.h"
#include "learner/search/fact_background.h"

#include <vector>

namespace tesuji::learner {

/// Returns for each rule whether calls of its predicate are proved (background_rules.h). Errors:
/// all of add_background's except "keyword" and those of limits reached in evaluation.
[[nodiscard]] std::vector<bool> check_rules(const std::vector<ir::LogicClause>& rules,
                                            const FactBackground& background,
                                            ir::Diagnostics& diagnostics);

}  // namespace tesuji::learner
