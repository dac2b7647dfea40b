// The kernels for GPUs that a plugin holds (runtime/core/tesuji/gpu_lanes.h).
#pragma once

#include "runtime/host/game/game.h"
#include "runtime/host/gpu/gpu_code.h"
#include "runtime/host/playouts/lane_playouts.h"

#include <memory>
#include <optional>
#include <string>

namespace tesuji::plugin {

/// The plugin's code for lanes in the widest words of this processor, without a device; for
/// plugins with kernels. Nothing where it has none, or none for this program; `reason` says which.
/// `game`: of make_game.
[[nodiscard]] std::optional<runtime::LanePlayer> gpu_player(
    const std::shared_ptr<const runtime::Game>& game, std::string& reason);

/// Its kernels: for many start states, or for one. `game` has a gpu_player.
[[nodiscard]] runtime::GpuCode gpu_code(const runtime::Game& game, bool many_starts);

}  // namespace tesuji::plugin
