// Plays many random games at once by a plugin's own functions (docs/engines/batches.md).
#pragma once

#include "runtime/host/game/game.h"
#include "runtime/host/playouts/simulation.h"

#include <cstdint>
#include <span>
#include <vector>

namespace tesuji::plugin {

/// The most games at a time that the plugin's code plays on this processor; 0: none, or no plugin.
[[nodiscard]] std::uint32_t most_lanes(const runtime::Game& game);

/// As runtime::simulate_in_lanes, and the same games: `options.playouts` from each of the states
/// `starts`, which lie one after the other; the statistics of each. `game`: of make_game, with
/// tsj_plugin::playouts. `lanes`: 64, 256 or 512 at a time, as far as the plugin and the processor
/// have them (std::invalid_argument where not); 0: the most. Without code for lanes, those of
/// runtime::simulate. Throws runtime::LimitReached.
[[nodiscard]] std::vector<runtime::SimulationResult> simulate_batch(
    const runtime::Game& game, std::span<const std::uint64_t> starts, std::uint32_t lanes,
    const runtime::SimulationOptions& options);

}  // namespace tesuji::plugin
