// Prints the results of `tesuji verify` about what roles know, as text. As JSON: verify_json.h.
#pragma once

#include "tools/reports/verify/verify_report.h"

#include <string>

namespace tesuji::tools {

/// Returns the user's formulas, then what every role should know, with plays; with `verbose` also
/// the fluents that it knows. Requires VerificationReport::knowledge. Ends in a newline.
[[nodiscard]] std::string knowledge_text(const ReportScene& scene, bool verbose);

}  // namespace tesuji::tools
