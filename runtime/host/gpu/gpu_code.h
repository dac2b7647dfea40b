// Kernels for a GPU, as text that its driver compiles.
#pragma once

#include <cstdint>
#include <string>

namespace tesuji::runtime {

/// Where a thread keeps its states while they are played on; `chosen` by what the game needs.
enum class GpuStates : std::uint8_t { chosen, in_registers, on_stack, in_tiles };

/// How a GPU is to play.
struct GpuChoice {
  std::uint64_t lanes = 0;  ///< the most games at a time; 0: as many as the GPU runs at once
  GpuStates states = GpuStates::chosen;  ///< for measurements
};

struct GpuCode {
  std::string ptx;     ///< for compute capability 8.0 and later
  std::string kernel;  ///< name of the kernel (gpu_lanes.h); `<kernel>_pattern` of its table
  std::uint64_t tile_words = 0;     ///< words of a tile for each thread
  std::uint64_t pattern_words = 0;  ///< elements of the table; 0: for many start states
};

}  // namespace tesuji::runtime
