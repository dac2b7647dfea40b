// Plays many random games at once by a plugin's own functions (docs/engines/batches.md).
#pragma once

#include "runtime/host/game/game.h"
#include "runtime/host/playouts/simulation.h"

#include <cstdint>
#include <span>
#include <vector>

namespace tesuji::plugin {

/// Returns the largest number of games that the plugin's code plays at once on this processor; 0:
/// none, or not a plugin.
[[nodiscard]] std::uint32_t most_lanes(const runtime::Game& game);

/// Plays the same games as runtime::simulate_in_lanes: `options.playouts` from each of the states
/// `starts`, which are contiguous; returns the statistics of each. `game`: of make_game, with
/// tsj_plugin::playouts. `lanes`: 64, 256 or 512 at a time (std::invalid_argument if the plugin or
/// the processor does not support it); 0: the most. Without code for lanes, plays the games of
/// runtime::simulate. Throws runtime::LimitReached.
[[nodiscard]] std::vector<runtime::SimulationResult> simulate_batch(
    const runtime::Game& game, std::span<const std::uint64_t> starts, std::uint32_t lanes,
    const runtime::SimulationOptions& options);

}  // namespace tesuji::plugin
