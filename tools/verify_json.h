// What `tesuji verify --json` prints (docs/cli.md).
#pragma once

#include "tools/report.h"
#include "tools/verify_report.h"

namespace tesuji::tools {

/// Everything that is known: each instance of each invariant, plays as a whole.
[[nodiscard]] Json verify_json(const ReportScene& scene);

}  // namespace tesuji::tools
