// Prints the report of `tesuji explain`.
#pragma once

#include "backend/features/sets/explain.h"
#include "tools/base/report.h"

#include <string>

namespace tesuji::tools {

/// The explanation as docs/cli/explain.md describes it.
[[nodiscard]] Json to_json(const driver::Explanation& explanation);

/// The explanation for a person; ends in a newline.
[[nodiscard]] std::string explanation_text(const driver::Explanation& explanation,
                                           const driver::NetLimits& limits);

}  // namespace tesuji::tools
