// Answers a game's questions in lanes on a GPU, one state at a time. Slow; for comparing engines.
#pragma once

#include "runtime/host/game/lane_answers.h"
#include "runtime/host/gpu/gpu_code.h"
#include "runtime/host/gpu/gpu_device.h"

#include <memory>

namespace tesuji::runtime {

/// Fills all of LaneQuestionCode except moves, goal_count and percept_count. Its functions are
/// thread-safe. Throws GpuError, and so do its functions.
[[nodiscard]] LaneQuestionCode ask_on_gpu(std::shared_ptr<const GpuDevice> device,
                                          const GpuQuestionCode& code);

}  // namespace tesuji::runtime
