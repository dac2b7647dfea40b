// Finds boards that stand upright: a move names a column only, and its piece falls to the end of
// the column.
#pragma once

#include "runtime/host/game/game.h"
#include "tools/boards/move_places.h"

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace tesuji::tools {

/// How pieces fall on a board, by its rows and columns as they are drawn.
struct BoardDrop {
  bool across = false;    ///< along rows, not along columns
  bool to_first = false;  ///< to the first row or column, not to the last one
};

/// Plays a move of the initial state that names a whole row or column of the board, and returns
/// where its piece is then: at an end of that line. Nothing if moves do not name lines, or change
/// other squares. Nothing also if the game reaches a limit.
[[nodiscard]] std::optional<BoardDrop> find_drop(const BoardView& view, std::size_t board,
                                                 const MovePlaces& places,
                                                 const runtime::Game& game);

}  // namespace tesuji::tools
