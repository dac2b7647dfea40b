// Names the symmetries of a game as movements of its board.
#pragma once

#include "runtime/host/game/named_symmetry.h"
#include "tools/play/board_view.h"

#include <string>

namespace tesuji::tools {

/// Returns `left and right exchanged`, `turned by 180 degrees`, ..: the symmetry's effect on the
/// squares of the board as it is drawn. Empty if that is not a reflection or rotation of the whole
/// board.
[[nodiscard]] std::string movement_of(const runtime::NamedSymmetry& symmetry,
                                      const DrawnBoard& board);

}  // namespace tesuji::tools
