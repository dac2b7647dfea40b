// What functions in C count of playouts, as statistics.
#pragma once

#include "runtime/core/tesuji/plugin.h"
#include "runtime/host/playouts/simulation.h"

#include <cstdint>
#include <span>

namespace tesuji::runtime {

/// Adds to `result`, whose `shortest` is taken into account where it has playouts. `goal_sums` and
/// `goal_counts` by role.
void add_sums(const tsj_batch_sums& sums, std::span<const std::uint64_t> goal_sums,
              std::span<const std::uint64_t> goal_counts, SimulationResult& result);

}  // namespace tesuji::runtime
