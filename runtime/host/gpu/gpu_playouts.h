// Random playouts in lanes on a GPU (docs/engines/gpu.md): the games that lanes on the processor
// play for the same seed, thousands of blocks of 64 at a time.
#pragma once

#include "runtime/host/gpu/gpu_device.h"
#include "runtime/host/gpu/gpu_program.h"
#include "runtime/host/gpu/gpu_programs.h"
#include "runtime/host/playouts/lane_device.h"
#include "runtime/host/playouts/lane_playouts.h"

#include <cstdint>
#include <memory>
#include <span>

namespace tesuji::runtime {

// Blocks of playouts in lanes that a GPU plays: launches of its kernels, until all is over.

struct GpuLimits {
  /// The most games at a time, rounded down to whole warps (2,048); 0: as many as the GPU plays
  /// fastest.
  std::uint64_t lanes = 0;
  std::uint64_t stream_threads = 4096;  ///< with fewer for each of two streams, there is one
  double launch_seconds = 0.05;  ///< about the time of a launch; between two `stop` is looked at
};

/// Plays the blocks, within a scope of the device. Writes what LaneDevice::play does; where it
/// throws (GpuError), nothing. `wanted.take` is not used. For one thread at a time: kernels have
/// tables.
DeviceReport play_blocks(const GpuDevice& device, const GpuProgram& program,
                         const GpuLimits& limits, const DeviceOrder& wanted,
                         const TakenBlocks& blocks, std::span<tsj_lane_sums> sums,
                         std::span<std::uint64_t> answers);

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
