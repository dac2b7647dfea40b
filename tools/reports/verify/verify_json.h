// Prints the result of `tesuji verify --json` (docs/cli/verify.md).
#pragma once

#include "tools/base/report.h"
#include "tools/reports/verify/verify_report.h"

namespace tesuji::tools {

/// Returns all results: each instance of each invariant, and complete plays.
[[nodiscard]] Json verify_json(const ReportScene& scene);

}  // namespace tesuji::tools
