// Compiles steps with given moves in lanes (docs/engines/steps.md): from a net to code.
#pragma once

#include "backend/driver/games/net.h"
#include "runtime/host/steps/lane_vector.h"

#include <cstdint>
#include <memory>

namespace tesuji::driver {

/// `ground` suits lanes (lanes.h) and answers goal. `game`: the same, its fluents where the net has
/// them. `blocks`: 1, 4 or 8. `joint`: a seat for each role, whether or not the rules tell whose
/// turn it is.
[[nodiscard]] std::shared_ptr<const runtime::LaneStepCode> compile_lane_steps(
    const GroundGame& ground, std::shared_ptr<const runtime::Game> game, std::uint32_t blocks,
    bool joint, const Options& options);

}  // namespace tesuji::driver
