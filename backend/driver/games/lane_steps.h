// Compiles steps with given moves in lanes (docs/engines/steps.md): from a net to programs, which
// the object cache keeps, and from these to code.
#pragma once

#include "backend/driver/games/net.h"
#include "ir/nets/lane_steps.h"
#include "runtime/host/steps/lane_vector.h"

#include <cstdint>
#include <memory>
#include <vector>

namespace tesuji::driver {

/// `joint`: a seat for each role, whether or not the rules tell whose turn it is. `ground` suits
/// lanes (lanes.h).
[[nodiscard]] ir::LaneSteps make_kept_steps(const GroundGame& ground, bool joint,
                                            const Options& options);

/// `ground` suits lanes (lanes.h) and answers goal. `game`: the same, its fluents where the net has
/// them. `blocks`: 1, 4 or 8. `joint`: a seat for each role, whether or not the rules tell whose
/// turn it is.
[[nodiscard]] std::shared_ptr<const runtime::LaneStepCode> compile_lane_steps(
    const GroundGame& ground, std::shared_ptr<const runtime::Game> game, std::uint32_t blocks,
    bool joint, const Options& options);

/// What code of these programs says of itself. `ground`: of which they were made.
[[nodiscard]] runtime::StepTables step_tables(const GroundGame& ground, const ir::LaneSteps& steps);

/// In the order of tsj_step_code.
[[nodiscard]] std::vector<const ir::LutProgram*> step_programs(const ir::LaneSteps& steps);

}  // namespace tesuji::driver
