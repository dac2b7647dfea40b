// Everything about the boards of a game that follows from its rules alone: computed once, for all
// positions.
#pragma once

#include "ir/module/module.h"
#include "runtime/host/game/game.h"
#include "tools/boards/board_view.h"
#include "tools/boards/move_notation.h"
#include "tools/boards/move_places.h"

namespace tesuji::tools {

struct GameBoards {
  /// Both must outlive it.
  GameBoards(const ir::Module& module, const runtime::Game& game)
      : view(module, game.fluents(game.initial()), &game),
        places(module, view),
        notation(module, view, places) {}
  GameBoards(const GameBoards&) = delete;  // parts refer to each other
  GameBoards& operator=(const GameBoards&) = delete;

  BoardView view;
  MovePlaces places;
  MoveNotation notation;
};

}  // namespace tesuji::tools
