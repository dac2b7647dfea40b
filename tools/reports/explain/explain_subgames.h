// Reports the subgames of a game's net, as text and as JSON.
#pragma once

#include "backend/features/sets/explain.h"
#include "tools/base/report.h"

#include <string>

namespace tesuji::tools {

/// Returns lines of the net's part of the report.
[[nodiscard]] std::string subgames_text(const driver::Explanation& explanation);

/// Null if subgames were not computed.
[[nodiscard]] Json subgames_json(const driver::Explanation& explanation);

}  // namespace tesuji::tools
