// Makes the tables of a net for the functions in C (runtime/core/tesuji/game_data.h).
#pragma once

#include "runtime/host/game/net_game.h"
#include "runtime/host/game/table_memory.h"

namespace tesuji::runtime {

/// Whether every role has moves, as code for playouts expects.
[[nodiscard]] bool can_play_alone(const NetTables& net);

/// `code`: for the compiler's writer without functions.
[[nodiscard]] tsj_circuit make_circuit(TableMemory& memory, const NetTables& net,
                                       const NetCode& code);

}  // namespace tesuji::runtime
