// Reads lists of moves from a file, one move per line. A list is an order of moves, or weights for
// random playouts that prefer some moves.
#pragma once

#include "backend/driver/games/lanes.h"
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

/// Reads lines such as `7 (mark 2 2)` or `7 white (mark 2 2)`: a weight, and a move as
/// `tesuji play` writes it, for all roles or for one. Ignores lines that are empty or begin with
/// `#`. Reports every wrong line, with its place.
[[nodiscard]] std::optional<driver::MoveWeights> read_move_weights(ir::FileId file,
                                                                   ir::Diagnostics& diagnostics);

}  // namespace tesuji::tools
