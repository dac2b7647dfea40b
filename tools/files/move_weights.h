// Reads weights of moves for random playouts that prefer some moves.
#pragma once

#include "backend/driver/games/lanes.h"
#include "ir/core/diagnostics.h"

#include <optional>

namespace tesuji::tools {

/// Reads lines such as `7 (mark 2 2)` or `7 white (mark 2 2)`: a weight, and a move as
/// `tesuji play` writes it, for all roles or for one. Ignores lines that are empty or begin with
/// `#`. Reports every wrong line, with its place.
[[nodiscard]] std::optional<driver::MoveWeights> read_move_weights(ir::FileId file,
                                                                   ir::Diagnostics& diagnostics);

}  // namespace tesuji::tools
