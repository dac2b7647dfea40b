// Converts counts of playouts by C functions to statistics.
#pragma once

#include "runtime/core/tesuji/plugin.h"
#include "runtime/host/playouts/simulation.h"

#include <cstdint>
#include <span>

namespace tesuji::runtime {

/// Adds the counts to `result`, including `shortest` if there were playouts. `goal_sums` and
/// `goal_counts` are by role.
void add_sums(const tsj_batch_sums& sums, std::span<const std::uint64_t> goal_sums,
              std::span<const std::uint64_t> goal_counts, SimulationResult& result);

}  // namespace tesuji::runtime
