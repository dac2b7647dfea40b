// Makes the tables of a game of plans for the functions in C (runtime/core/tesuji/game_data.h).
#pragma once

#include "runtime/host/game/feature_counter.h"
#include "runtime/host/game/table_memory.h"
#include "runtime/host/game/tabled_game.h"

#include <cstdint>
#include <vector>

namespace tesuji::runtime {

/// Without code (tsj_plans::code).
[[nodiscard]] tsj_plans make_plans(TableMemory& memory, const GameTables& tables,
                                   const std::vector<FeaturePlace>& features);

[[nodiscard]] tsj_table_shape table_shape(TableMemory& memory, const TableShape& shape);

/// Moves are numbers below this.
[[nodiscard]] std::uint64_t move_limit(const tsj_plans& plans);

}  // namespace tesuji::runtime
