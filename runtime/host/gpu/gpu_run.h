// Blocks of playouts in lanes that a GPU plays: launches of its kernels, until all is over.
#pragma once

#include "runtime/host/gpu/gpu_device.h"
#include "runtime/host/gpu/gpu_program.h"
#include "runtime/host/playouts/lane_playouts.h"

#include <cstdint>
#include <span>

namespace tesuji::runtime {

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

}  // namespace tesuji::runtime
