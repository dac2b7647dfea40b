// Compiles games in lanes to kernels for a GPU (docs/engines/gpu.md). Includes no LLVM header.
#pragma once

#include "backend/llvm/orc/jit_options.h"
#include "ir/nets/lane_game.h"
#include "runtime/host/gpu/gpu_code.h"

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace tesuji::llvm_backend {

/// Returns kernels as PTX text, from the object cache if it has them. `many_starts`: for playouts
/// from more than one state. `name`: the game's, for listings of the cache. Throws
/// std::runtime_error with LLVM's message if code generation fails (a bug of ours), and
/// runtime::Stopped once `options.stop` is requested.
[[nodiscard]] runtime::GpuCode compile_gpu_lanes(
    const ir::LaneGame& game, bool many_starts, const JitOptions& options = {},
    const std::string& name = {}, runtime::GpuStates states = runtime::GpuStates::chosen);

/// The same for questions about given states: for comparing engines.
[[nodiscard]] runtime::GpuQuestionCode compile_gpu_questions(const ir::LaneQuestions& questions,
                                                             const JitOptions& options = {},
                                                             const std::string& name = {});

/// The same kernels for the processor: they run the GPU's threads one after the other, in warps of
/// one thread. For tests on machines without a GPU.
struct EmulatedKernels {
  using Kernel = void (*)(void* tiles, void* order, void* status, std::uint32_t number,
                          std::uint32_t thread);
  runtime::GpuCode code;  ///< with placeholder texts
  /// By name.
  std::function<Kernel(const std::string& kernel)> find;
  std::uint32_t* pattern = nullptr;  ///< null: the kernel is for many start states
};
[[nodiscard]] EmulatedKernels emulate_gpu_lanes(
    const ir::LaneGame& game, bool many_starts,
    runtime::GpuStates states = runtime::GpuStates::chosen);

/// Returns the kernels of questions and sets `code` to their description, whose texts are their
/// numbers.
[[nodiscard]] std::vector<EmulatedKernels::Kernel> emulate_gpu_questions(
    const ir::LaneQuestions& questions, runtime::GpuQuestionCode& code,
    std::shared_ptr<const void>& keep);

}  // namespace tesuji::llvm_backend
