// Reads the kernels for GPUs from a plugin (runtime/core/tesuji/gpu_lanes.h).
#pragma once

#include "runtime/host/game/game.h"
#include "runtime/host/gpu/gpu_code.h"
#include "runtime/host/playouts/lane_playouts.h"

#include <memory>
#include <optional>
#include <string>

namespace tesuji::plugin {

/// Returns the plugin's code for lanes in the widest words of this processor, without a device; for
/// plugins with kernels. Returns nothing if it has no kernels, or none for this program; sets
/// `reason` then. `game`: of make_game.
[[nodiscard]] std::optional<runtime::LanePlayer> gpu_player(
    const std::shared_ptr<const runtime::Game>& game, std::string& reason);

/// Returns its kernels, for many start states or for one. gpu_player must succeed for `game`.
[[nodiscard]] runtime::GpuCode gpu_code(const runtime::Game& game, bool many_starts);

}  // namespace tesuji::plugin
