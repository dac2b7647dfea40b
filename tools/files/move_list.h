// Reads lists of moves from a file, one per line.
#pragma once

#include "ir/core/diagnostics.h"
#include "runtime/host/game/game.h"

#include <optional>
#include <vector>

namespace tesuji::tools {

/// Reads moves by name. Blank lines, and what follows `;` or `%` on a line, are left out. Reports
/// (code "unknown-move") and returns nothing where a line is no move of the game; what it may have
/// meant is looked for among moves that are legal in some playouts. Throws runtime::LimitReached.
[[nodiscard]] std::optional<std::vector<runtime::Move>> read_moves(ir::FileId file,
                                                                   const runtime::Game& game,
                                                                   ir::Diagnostics& diagnostics);

}  // namespace tesuji::tools
