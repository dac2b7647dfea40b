// Wraps a game so that it starts in another state: passes every question on, except for the initial
// state.
#pragma once

#include "runtime/host/game/game.h"

#include <memory>

namespace tesuji::runtime {

/// Returns a game with the states, moves and answers of `game`, whose initial state is `start`, a
/// state of `game`.
[[nodiscard]] std::shared_ptr<const Game> start_game_in(std::shared_ptr<const Game> game,
                                                        StateView start);

}  // namespace tesuji::runtime
