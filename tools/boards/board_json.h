// Writes drawn states as JSON.
#pragma once

#include "tools/base/report.h"
#include "tools/boards/board_view.h"

namespace tesuji::tools {

/// Returns `{"boards": [..], "others": [..], "svg": ".."}` as docs/cli/position.md describes them.
[[nodiscard]] Json boards_json(const DrawnState& drawn);

}  // namespace tesuji::tools
