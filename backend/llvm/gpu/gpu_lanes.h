// Compiles games in lanes to kernels for a GPU (docs/engines/gpu.md). LLVM stays behind this
// header.
#pragma once

#include "backend/llvm/orc/jit_options.h"
#include "ir/nets/lane_game.h"
#include "runtime/host/gpu/gpu_code.h"

#include <memory>
#include <string>

namespace tesuji::llvm_backend {

/// A kernel as PTX text, from the object cache where it is there. `many_starts`: for playouts from
/// more than one state. `name`: the game's, for lists of the cache. Throws std::runtime_error with
/// LLVM's message if code generation fails (a bug of ours).
[[nodiscard]] runtime::GpuCode compile_gpu_lanes(
    const ir::LaneGame& game, bool many_starts, const JitOptions& options = {},
    const std::string& name = {}, runtime::GpuStates states = runtime::GpuStates::chosen);

/// The same kernel for the processor: what a GPU would do, one thread after the other, in warps of
/// one. For tests on machines without a GPU.
struct EmulatedKernel {
  using Function = void (*)(void* tiles, void* order, void* status, std::uint32_t ticks,
                            std::uint32_t thread);
  Function play = nullptr;
  std::uint32_t* pattern = nullptr;  ///< null: the kernel is for many start states
  std::uint64_t pattern_words = 0;
  std::uint64_t tile_words = 0;
  std::shared_ptr<const void> keep;
};
[[nodiscard]] EmulatedKernel emulate_gpu_lanes(
    const ir::LaneGame& game, bool many_starts,
    runtime::GpuStates states = runtime::GpuStates::chosen);

}  // namespace tesuji::llvm_backend
