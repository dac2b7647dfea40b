// Reports the features of the evaluation that is derived from the goal, as text and as JSON.
#pragma once

#include "backend/features/sets/explain.h"
#include "tools/base/report.h"

#include <string>

namespace tesuji::tools {

/// Returns lines of the net's part of the report.
[[nodiscard]] std::string goals_text(const driver::Explanation& explanation);

/// Null if there are no costs.
[[nodiscard]] Json goals_json(const driver::Explanation& explanation);

}  // namespace tesuji::tools
