// Finds the boards that a module's fluents describe (BoardView says which these are).
#pragma once

#include "frontend/gdl/board_comment.h"
#include "tools/boards/board_form.h"

#include <vector>

namespace tesuji::tools {

/// Returns boards of all sizes, in the order of the module's relations, with labels in ascending
/// order; without pieces. Several boards of one fluent stand next to each other. Comments determine
/// which arguments are columns and rows.
[[nodiscard]] std::vector<BoardForm> find_boards(
    const ir::Module& module, const std::vector<frontend::BoardComment>& comments);

}  // namespace tesuji::tools
