// Kernels for a GPU, as PTX texts that its driver compiles.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace tesuji::runtime {

/// Where a thread keeps its states while it plays; `chosen`: decided by what the game needs.
enum class GpuStates : std::uint8_t { chosen, in_registers, on_stack, in_tiles };

/// How a GPU is to play.
struct GpuChoice {
  std::uint64_t lanes = 0;               ///< as in GpuLimits::lanes
  GpuStates states = GpuStates::chosen;  ///< for measurements
  bool many_starts = false;              ///< as in GpuOpening
  bool alone = false;                    ///< as in GpuOpening
};

/// A kernel of one of GpuCode::modules.
struct GpuPart {
  std::uint32_t module = 0;
  std::string kernel;
};

/// All kernels have the same parameters (gpu_lanes.h).
struct GpuCode {
  std::vector<std::string> modules;  ///< PTX for compute capability 8.0 and later
  std::string kernel;                ///< in the first module, together with its table
                                     ///< `<kernel>_pattern`
  std::uint64_t tile_words = 0;      ///< words of a tile for each thread
  std::uint64_t pattern_words = 0;   ///< elements of the table; 0: for many start states
  bool compiled_quickly = false;     ///< the driver compiles them with little optimisation
  /// By phase: kernels to run one after the other for a tick, after `kernel` with the phase's
  /// number. Empty: `kernel` runs whole ticks by itself.
  std::vector<std::vector<GpuPart>> parts;
};

/// Kernels that answer questions about the 32 times 64 states of one tile.
struct GpuQuestionCode {
  static constexpr std::size_t legal = 0;
  static constexpr std::size_t next = 1;
  static constexpr std::size_t terminal = 2;
  static constexpr std::size_t goals = 3;
  static constexpr std::size_t percepts = 4;
  static constexpr std::size_t count = 5;

  std::array<std::string, count> modules;  ///< PTX texts; empty: the question is not supported
  std::string kernel;                      ///< in each of them
  std::uint64_t tile_words = 0;
  // The first word of each array in the tile, and the number of its words.
  std::uint64_t state = 0;
  std::uint64_t state_words = 0;
  std::uint64_t moves = 0;
  std::uint64_t move_words = 0;
  std::uint64_t answers = 0;
  std::array<std::uint64_t, count> answer_words{};
};

}  // namespace tesuji::runtime
