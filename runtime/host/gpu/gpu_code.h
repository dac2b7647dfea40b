// Kernels for a GPU, as texts that its driver compiles.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace tesuji::runtime {

/// Where a thread keeps its states while they are played on; `chosen` by what the game needs.
enum class GpuStates : std::uint8_t { chosen, in_registers, on_stack, in_tiles };

/// How a GPU is to play.
struct GpuChoice {
  std::uint64_t lanes = 0;  ///< the most games at a time; 0: as many as the GPU runs at once
  GpuStates states = GpuStates::chosen;  ///< for measurements
};

/// A kernel of one of GpuCode::modules.
struct GpuPart {
  std::uint32_t module = 0;
  std::string kernel;
};

/// All kernels have the same parameters (gpu_lanes.h).
struct GpuCode {
  std::vector<std::string> modules;  ///< PTX for compute capability 8.0 and later
  std::string kernel;                ///< in the first module, beside its table `<kernel>_pattern`
  std::uint64_t tile_words = 0;      ///< words of a tile for each thread
  std::uint64_t pattern_words = 0;   ///< elements of the table; 0: for many start states
  /// By phase: kernels to be run one after the other for a tick, after `kernel` with the phase's
  /// number. Empty: `kernel` makes ticks by itself.
  std::vector<std::vector<GpuPart>> parts;
};

}  // namespace tesuji::runtime
