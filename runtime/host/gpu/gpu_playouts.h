// Plays random playouts in lanes on a GPU (docs/engines/gpu.md). For the same seed it plays the
// same games as lanes on the processor, thousands of blocks of 64 at a time.
#pragma once

#include "runtime/host/gpu/gpu_device.h"
#include "runtime/host/gpu/gpu_programs.h"
#include "runtime/host/playouts/lane_playouts.h"

#include <cstdint>
#include <memory>
#include <span>

namespace tesuji::runtime {

// Limits for playing blocks on a GPU: its kernels are launched until all games are over.

struct GpuLimits {
  /// The most games at a time, rounded down to whole warps (2,048); 0: the number that is fastest
  /// on the GPU.
  std::uint64_t lanes = 0;
  std::uint64_t stream_threads = 4096;  ///< least threads per stream; with fewer, one stream is
                                        ///< used instead of two
  double launch_seconds = 0.05;  ///< target time of a launch; `stop` is checked between launches
};

/// Plays the blocks, within a scope of the device. Writes the results of LaneDevice::play; if it
/// throws (GpuError), it writes nothing. Does not call `wanted.take`. One thread at a time, because
/// kernels have tables.
DeviceReport play_blocks(const GpuDevice& device, const GpuProgram& program,
                         const GpuLimits& limits, const DeviceOrder& wanted,
                         const TakenBlocks& blocks, std::span<tsj_lane_sums> sums,
                         std::span<std::uint64_t> answers);

/// How kernels are compiled.
struct GpuOpening {
  bool many_starts = false;  ///< compile the kernels for many start states first
  /// The processor does not play meanwhile: waits for the first kernels at once, for others on
  /// first use.
  bool alone = false;
};

/// Creates a device that plays a LanePlayer's games. Generates kernels and lets the driver compile
/// them in the background, the first ones from now on, others on first use; if that fails, fault()
/// gives the reason. Runs execute one after the other. With `opening.alone`, throws what
/// `make_code` throws.
[[nodiscard]] std::shared_ptr<const LaneDevice> gpu_lanes(std::shared_ptr<const GpuDevice> device,
                                                          GpuCodeMaker make_code,
                                                          const GpuLimits& limits = {},
                                                          const GpuOpening& opening = {});

}  // namespace tesuji::runtime
