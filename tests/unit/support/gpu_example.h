// Games that an emulated GPU plays beside lanes of the processor, and what both are to count.
#pragma once

#include "backend/driver/session.h"
#include "ir/nets/lane_game.h"
#include "runtime/host/gpu/gpu_playouts.h"
#include "runtime/host/playouts/lane_playouts.h"

#include <cstddef>
#include <map>
#include <string>

namespace tesuji::tests {

/// An example in lanes, and its programs.
struct GpuExample {
  driver::Session session;
  ir::LaneGame lanes;
  runtime::LanePlayer player;  ///< without a GPU
  runtime::LanePlayer on_gpu;

  /// Of an example by its name, or of a file by its path. The GPU plays alone.
  explicit GpuExample(const std::string& name,
                      runtime::GpuStates states = runtime::GpuStates::chosen);

  void reset_device(runtime::GpuStates states, const runtime::GpuLimits& limits = {},
                    const runtime::GpuOpening& opening = {.alone = true});

 private:
  std::map<runtime::GpuStates, runtime::GpuCodeMaker> makers_;
};

void check_same(const runtime::SimulationResult& a, const runtime::SimulationResult& b);

/// The first `count` states that a play comes to, from the initial one on; finished ones, too.
[[nodiscard]] runtime::State first_states(const runtime::Game& game, std::size_t count);

}  // namespace tesuji::tests
