// Writes the report of `tesuji verify` as an HTML page.
#pragma once

#include "tools/reports/verify/verify_report.h"

#include <string>

namespace tesuji::tools {

/// Returns one file of HTML, which is also well-formed XML and needs no other file and no script.
/// It contains everything; details have to be unfolded. Very long plays are drawn at both ends.
[[nodiscard]] std::string verify_html(const ReportScene& scene);

}  // namespace tesuji::tools
