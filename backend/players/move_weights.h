// Weights of moves in playouts, from how well the moves did in a tree.
#pragma once

#include "backend/driver/games/lanes.h"
#include "runtime/host/game/game.h"
#include "runtime/host/mcts/tree_search.h"

namespace tesuji::driver {

/// For `search`, of this game, with history. Empty if the tree has too few visits, or if all moves
/// are about as good.
[[nodiscard]] MoveWeights weights_of_moves(const runtime::TreeSearch& search,
                                           const runtime::Game& game);

}  // namespace tesuji::driver
