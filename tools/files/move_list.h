// Reads lists of moves from a file, one per line.
#pragma once

#include "ir/core/diagnostics.h"
#include "runtime/host/game/game.h"

#include <optional>
#include <vector>

namespace tesuji::tools {

/// Reads moves by name. Ignores blank lines, and comments after `;` or `%`. Reports (code
/// "unknown-move") and returns nothing if a line is not a move of the game; suggestions come from
/// moves that are legal in some playouts. Throws runtime::LimitReached.
[[nodiscard]] std::optional<std::vector<runtime::Move>> read_moves(ir::FileId file,
                                                                   const runtime::Game& game,
                                                                   ir::Diagnostics& diagnostics);

}  // namespace tesuji::tools
