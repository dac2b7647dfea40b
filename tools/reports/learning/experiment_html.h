// Writes one page about the runs of `tesuji experiment`: curves, tables, and the learned rules, in
// words.
#pragma once

#include "backend/driver/session.h"
#include "tools/reports/learning/experiment_report.h"

#include <string>
#include <vector>

namespace tesuji::tools {

/// Returns a page of XHTML that needs no other file.
[[nodiscard]] std::string experiment_html(const std::vector<ComparedLearners>& all,
                                          driver::Session& session);

}  // namespace tesuji::tools
