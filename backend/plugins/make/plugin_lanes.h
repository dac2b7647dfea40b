// Adds code for many games at a time (docs/engines/batches.md) to a plugin.
#pragma once

#include "backend/driver/games/net.h"
#include "backend/llvm/plugin/plugin_data.h"
#include "runtime/host/game/game.h"

#include <optional>
#include <vector>

namespace tesuji::driver {

/// For words of every length, for processors that have them: its objects are appended to `objects`,
/// and what the plugin says of it is returned. `ground`: fit_for_lanes, on states of `game`.
/// `gpu`: kernels, too, with states there, where lanes know goals.
[[nodiscard]] llvm_backend::PluginLanes make_plugin_lanes(
    const GroundGame& ground, const runtime::Game& game, const llvm_backend::JitOptions& options,
    std::optional<runtime::GpuStates> gpu, std::vector<llvm_backend::ObjectFile>& objects);

}  // namespace tesuji::driver
