// Kernels for a GPU, as text that its driver compiles.
#pragma once

#include <cstdint>
#include <string>

namespace tesuji::runtime {

struct GpuCode {
  std::string ptx;     ///< for compute capability 8.0 and later
  std::string kernel;  ///< name of the kernel (gpu_lanes.h); `<kernel>_pattern` of its table
  std::uint64_t tile_words = 0;     ///< words of a tile for each thread
  std::uint64_t pattern_words = 0;  ///< elements of the table; 0: for many start states
};

}  // namespace tesuji::runtime
