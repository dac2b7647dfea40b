// Weights of moves, for random playouts that prefer some to others.
#pragma once

#include "backend/driver/lanes.h"
#include "ir/diagnostics.h"

#include <optional>

namespace tesuji::tools {

/// Reads lines such as `7 (mark 2 2)`: a weight, and a move as `tesuji play` writes it; what
/// follows `//` is for people. Reports every line that is wrong, by its place.
[[nodiscard]] std::optional<driver::MoveWeights> read_move_weights(ir::FileId file,
                                                                   ir::Diagnostics& diagnostics);

}  // namespace tesuji::tools
