// Makes the programs of steps over lanes of a net unless the object cache has them.
#pragma once

#include "backend/driver/games/net.h"
#include "ir/nets/lane_steps.h"

namespace tesuji::driver {

/// `joint`: a seat for each role, whether or not the rules tell whose turn it is. `ground` suits
/// lanes (lanes.h).
[[nodiscard]] ir::LaneSteps make_kept_steps(const GroundGame& ground, bool joint,
                                            const Options& options);

}  // namespace tesuji::driver
