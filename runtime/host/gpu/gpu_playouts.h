// Random playouts in lanes on a GPU (docs/engines/gpu.md): the games that lanes on the processor
// play for the same seed, thousands of blocks of 64 at a time.
#pragma once

#include "runtime/host/gpu/gpu_code.h"
#include "runtime/host/gpu/gpu_device.h"
#include "runtime/host/playouts/lane_playouts.h"

#include <cstdint>
#include <functional>
#include <memory>

namespace tesuji::runtime {

/// Kernels of a game, made when they are first needed: for playouts from many start states, or
/// from one.
using GpuCodeMaker = std::function<GpuCode(bool many_starts)>;

struct GpuLimits {
  /// The most games at a time, rounded down to whole warps (2,048); 0: as many as the GPU plays
  /// fastest.
  std::uint64_t lanes = 0;
  std::uint64_t stream_threads = 4096;  ///< with fewer for each of two streams, there is one
  double launch_seconds = 0.05;  ///< about the time of a launch; between two `stop` is looked at
};

/// Plays a LanePlayer's games on the device. Kernels for one start state are made, and compiled by
/// the driver, at once, and others when they are first needed; where that fails, the fault says so.
/// For any number of threads; runs are made one after the other. Throws what `make_code` does.
[[nodiscard]] std::shared_ptr<const LaneDevice> gpu_lanes(std::shared_ptr<const GpuDevice> device,
                                                          GpuCodeMaker make_code,
                                                          const GpuLimits& limits = {});

}  // namespace tesuji::runtime
