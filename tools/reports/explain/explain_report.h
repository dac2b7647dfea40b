// Prints the report of `tesuji explain`.
#pragma once

#include "backend/features/sets/explain.h"
#include "tools/base/report.h"

#include <string>

namespace tesuji::tools {

/// Returns the explanation as docs/cli/explain.md describes it.
[[nodiscard]] Json to_json(const driver::Explanation& explanation);

/// Returns the explanation as text; ends in a newline.
[[nodiscard]] std::string explanation_text(const driver::Explanation& explanation,
                                           const driver::NetLimits& limits);

}  // namespace tesuji::tools
