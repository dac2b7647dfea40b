// Plays many random games at once by a plugin's own functions (docs/engines/batches.md), or by its
// kernels for GPUs (runtime/core/tesuji/gpu_lanes.h).
#pragma once

#include "runtime/host/game/game.h"
#include "runtime/host/gpu/gpu_code.h"
#include "runtime/host/playouts/lane_playouts.h"
#include "runtime/host/playouts/simulation.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
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

/// Returns the plugin's code for lanes in the widest words of this processor, without a device; for
/// plugins with kernels. Returns nothing if it has no kernels, or none for this program; sets
/// `reason` then. `game`: of make_game.
[[nodiscard]] std::optional<runtime::LanePlayer> gpu_player(
    const std::shared_ptr<const runtime::Game>& game, std::string& reason);

/// Returns its kernels, for many start states or for one. gpu_player must succeed for `game`.
[[nodiscard]] runtime::GpuCode gpu_code(const runtime::Game& game, bool many_starts);

}  // namespace tesuji::plugin
