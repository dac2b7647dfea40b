// Arranges several boards of the same fluents, such as the quadrants of one large board.
#pragma once

#include "tools/boards/board_form.h"

#include <span>

namespace tesuji::tools {

/// Sets where each board is among boards whose places have one coordinate more than a board: by
/// facts that give large coordinates, `global(BOARD, X, Y, X2, Y2)`, if X2 - X and Y2 - Y depend
/// only on the board. Leaves them as they are if no facts do.
void arrange_by_facts(std::span<BoardForm> boards, const ir::Module& module);

/// Turns the arrangement as the boards themselves were turned.
void turn_pages(BoardForm& board, std::span<const BoardForm> all);

}  // namespace tesuji::tools
