// Random playouts in lanes on a GPU (docs/engines/gpu.md): the games that lanes on the processor
// play for the same seed, thousands of blocks of 64 at a time.
#pragma once

#include "runtime/host/gpu/gpu_device.h"
#include "runtime/host/gpu/gpu_programs.h"
#include "runtime/host/gpu/gpu_run.h"
#include "runtime/host/playouts/lane_device.h"

#include <memory>

namespace tesuji::runtime {

/// When kernels are compiled.
struct GpuOpening {
  bool many_starts = false;  ///< those for many start states are compiled first
  /// The processor plays nothing meanwhile: the first kernels are waited for at once, others when
  /// they are first needed.
  bool alone = false;
};

/// Plays a LanePlayer's games on the device. Kernels are made, and compiled by the driver, in the
/// background, the first ones from now on, others when they are first needed; where that fails, the
/// fault says so. Runs are made one after the other. With `opening.alone`, throws what `make_code`
/// does.
[[nodiscard]] std::shared_ptr<const LaneDevice> gpu_lanes(std::shared_ptr<const GpuDevice> device,
                                                          GpuCodeMaker make_code,
                                                          const GpuLimits& limits = {},
                                                          const GpuOpening& opening = {});

}  // namespace tesuji::runtime
