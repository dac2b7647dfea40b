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
  std::uint64_t lanes = 0;       ///< the most games at a time; 0: as many as the GPU runs at once
  double launch_seconds = 0.05;  ///< about the time of a launch; between two `stop` is looked at
};

/// Plays a LanePlayer's games on the device. Kernels are made, compiled by the driver and kept when
/// they are first needed. For any number of threads.
[[nodiscard]] std::shared_ptr<const LaneDevice> gpu_lanes(std::shared_ptr<const GpuDevice> device,
                                                          GpuCodeMaker make_code,
                                                          const GpuLimits& limits = {});

}  // namespace tesuji::runtime
