// Reports the boards of a state as JSON.
#pragma once

#include "tools/base/report.h"
#include "tools/play/board_view.h"

namespace tesuji::tools {

/// Returns `{"boards": [..], "others": [..]}` as docs/cli/position.md describes them.
[[nodiscard]] Json boards_json(const DrawnState& drawn);

}  // namespace tesuji::tools
