// Writes the report of `tesuji verify` as an HTML page.
#pragma once

#include "tools/reports/verify/verify_report.h"

#include <string>

namespace tesuji::tools {

/// One file of HTML that is well-formed XML, too, needs no other file and no script. Everything
/// is in it; what few want to see has to be unfolded. Very long plays are drawn at both ends.
[[nodiscard]] std::string verify_html(const ReportScene& scene);

}  // namespace tesuji::tools
