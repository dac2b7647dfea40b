// A game's kernels, compiled by a GPU's driver.
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
  /// Modules are handed to the driver by as many threads as there are processors. Throws GpuError,
  /// and Stopped where it was asked to stop before all have been.
  GpuProgram(const GpuDevice& device, const GpuCode& code, const std::stop_token& stop = {});

  [[nodiscard]] const KernelNeeds& needs() const { return needs_; }
  /// Whether a tick is a kernel for each part, and not part of a kernel for many ticks.
  [[nodiscard]] bool has_parts() const { return !parts_.empty(); }
  [[nodiscard]] std::uint64_t tile_bytes() const { return tile_words_ * sizeof(std::uint64_t); }
  /// For how many threads on a multiprocessor, in groups of TSJ_GPU_GROUP, playing is fastest.
  [[nodiscard]] std::uint64_t best_threads() const;

  /// The table of what lanes begin with, for kernels for one start state.
  [[nodiscard]] std::uint64_t pattern_words() const { return pattern_words_; }
  void write_pattern(std::span<const std::uint32_t> pattern) const;

  /// What kernels work on.
  struct Memory {
    cuda::Address tiles = 0;
    cuda::Address order = 0;    ///< a tsj_gpu_order
    cuda::Address status = 0;   ///< a tsj_gpu_status
    std::uint64_t threads = 0;  ///< of the order
  };
  /// Begins to make ticks, rounded up to where the first phase is next; launches of kernels.
  std::uint64_t make_ticks(const GpuStream& stream, const Memory& memory,
                           std::uint32_t ticks) const;
  /// Once no game runs any more: counts what has been put off.
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
