// Code of a plugin for steps of many games at once (docs/engines/steps.md).
#pragma once

#include "runtime/host/game/game.h"
#include "runtime/host/steps/lane_vector.h"

#include <cstdint>
#include <memory>

namespace tesuji::plugin {

/// The most games that it makes steps of at a time on this processor; 0: it has no code for them.
[[nodiscard]] std::uint32_t most_step_lanes(const runtime::Game& game);

/// For so many lanes, or 0 for the most that the plugin and this processor have. Null where there
/// is none. `game`: of make_game.
[[nodiscard]] std::shared_ptr<const runtime::LaneStepCode> step_code(
    std::shared_ptr<const runtime::Game> game, std::uint32_t lanes);

}  // namespace tesuji::plugin
