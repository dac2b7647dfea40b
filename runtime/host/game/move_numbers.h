// Maps a net's moves to those of plans.
#pragma once

#include "runtime/host/game/game.h"
#include "runtime/host/game/table_memory.h"

#include <vector>

namespace tesuji::runtime {

/// Of moves that a game does not have: no number of any.
inline constexpr Move no_move = ~Move{0};

/// Gives the data the numbers of moves: `plans_numbers` of each of the net's, or no_move.
void add_move_numbers(TableMemory& memory, const std::vector<Move>& plans_numbers,
                      tsj_game_data& data);

}  // namespace tesuji::runtime
