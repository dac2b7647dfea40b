// Reports what evaluations by the goal are made of, as text and as JSON.
#pragma once

#include "backend/features/sets/explain.h"
#include "tools/base/report.h"

#include <string>

namespace tesuji::tools {

/// Lines of the net's part of the report.
[[nodiscard]] std::string goals_text(const driver::Explanation& explanation);

/// Null where there are no costs.
[[nodiscard]] Json goals_json(const driver::Explanation& explanation);

}  // namespace tesuji::tools
