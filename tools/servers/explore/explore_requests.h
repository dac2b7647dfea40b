// Translates the page's requests into commands of this program.
#pragma once

#include "tools/servers/explore/job_request.h"

#include <nlohmann/json_fwd.hpp>

#include <string>

namespace tesuji::tools {

/// `request` has `sheet` (a rulesheet's text), `view` and the view's parameters (docs/explore.md).
/// Options come from fixed lists and checked numbers, and texts become files, so that no text of
/// the page becomes an option or a path. Throws std::invalid_argument with the error.
[[nodiscard]] JobRequest explore_command(const nlohmann::json& request);

}  // namespace tesuji::tools
