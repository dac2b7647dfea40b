// Compiles a game's kernels with a GPU's driver.
#pragma once

#include "runtime/core/tesuji/gpu_lanes.h"
#include "runtime/host/gpu/gpu_code.h"
#include "runtime/host/gpu/gpu_device.h"

#include <cstdint>
#include <memory>
#include <span>
#include <stop_token>
#include <string>
#include <vector>

namespace tesuji::runtime {

class GpuProgram {
 public:
  /// Passes modules to the driver from as many threads as there are processors. Throws GpuError,
  /// and Stopped if `stop` is requested before all are compiled.
  GpuProgram(const GpuDevice& device, const GpuCode& code, const std::stop_token& stop = {});

  [[nodiscard]] const KernelNeeds& needs() const { return needs_; }
  /// Whether each tick launches a kernel for each part, instead of one kernel that runs many ticks.
  [[nodiscard]] bool has_parts() const { return !parts_.empty(); }
  [[nodiscard]] std::uint64_t tile_bytes() const { return tile_words_ * sizeof(std::uint64_t); }
  /// Returns the number of threads per multiprocessor, in groups of TSJ_GPU_GROUP, that plays
  /// fastest.
  [[nodiscard]] std::uint64_t best_threads() const;

  /// Returns the words of the table with the lanes' start state, used by kernels for one start
  /// state.
  [[nodiscard]] std::uint64_t pattern_words() const { return pattern_words_; }
  void write_pattern(std::span<const std::uint32_t> pattern) const;

  /// Device memory that kernels work on.
  struct Memory {
    cuda::Address tiles = 0;
    cuda::Address order = 0;    ///< of a tsj_gpu_order
    cuda::Address status = 0;   ///< of a tsj_gpu_status
    std::uint64_t threads = 0;  ///< as in the order
  };
  /// Launches kernels for this many ticks, rounded up to where the first phase is next; returns the
  /// number of launches.
  std::uint64_t make_ticks(const GpuStream& stream, const Memory& memory,
                           std::uint32_t ticks) const;
  /// Counts what was deferred, after the last game is over.
  void settle(const GpuStream& stream, const Memory& memory) const;

 private:
  static void launch(const GpuStream& stream, cuda::Function kernel, const Memory& memory,
                     std::uint32_t number);

  std::vector<std::unique_ptr<GpuModule>> modules_;
  cuda::Function play_ = nullptr;
  std::vector<std::vector<cuda::Function>> parts_;  ///< by phase
  std::string pattern_name_;
  std::uint64_t pattern_words_;
  std::uint64_t tile_words_;
  KernelNeeds needs_;
};

}  // namespace tesuji::runtime
