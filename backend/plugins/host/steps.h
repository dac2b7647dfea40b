// Runs a plugin's code for steps of many games at once (docs/engines/steps.md).
#pragma once

#include "runtime/host/game/game.h"
#include "runtime/host/steps/lane_vector.h"

#include <cstdint>
#include <memory>

namespace tesuji::plugin {

/// Returns the largest number of games for which it makes steps at once on this processor; 0: it
/// has no code for them.
[[nodiscard]] std::uint32_t most_step_lanes(const runtime::Game& game);

/// Returns the code for this many lanes, or with 0 for the most that the plugin and this processor
/// support; null if it has no code. `game`: of make_game.
[[nodiscard]] std::shared_ptr<const runtime::LaneStepCode> step_code(
    std::shared_ptr<const runtime::Game> game, std::uint32_t lanes);

}  // namespace tesuji::plugin
