// Games in memory with dense numbers: all that a plugin's tables have for players.
#pragma once

#include "runtime/core/tesuji/plugin.h"
#include "runtime/host/game/dense_numbers.h"
#include "runtime/host/game/game.h"

#include <memory>

namespace tesuji::runtime {

/// The tables of a game of make_c_game in memory, with these numbers of its fluents and moves, and
/// with playouts (one by one); null for other games. They keep the game. It is not one whose tables
/// are exchanged while it is played (exchangeable_game.h): then they are the first ones.
[[nodiscard]] std::shared_ptr<tsj_plugin> number_game(std::shared_ptr<const Game> game,
                                                      const DenseNumbers& numbers);

}  // namespace tesuji::runtime
