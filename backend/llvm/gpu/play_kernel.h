// Generates the kernel that plays a game in lanes on a GPU (docs/engines/gpu.md). Internal to this
// layer.
#pragma once

#include "backend/llvm/gpu/gpu_target.h"
#include "ir/nets/lane_game.h"

#include <llvm/IR/Module.h>

#include <cstdint>
#include <string>

namespace tesuji::llvm_backend {

struct PlayKernelShape {
  KernelTarget target = KernelTarget::gpu;
  /// Kernels for one start state put off what is asked at the end of a game, as on the processor,
  /// and count by themselves; kernels for many look up where each lane began.
  bool many_starts = false;
  /// Where states are while they are played on: in registers and the stack, or in tiles.
  bool in_registers = true;
};

/// A kernel `symbol(tiles, order, status, ticks)`: pointers to a tsj_gpu_order and a
/// tsj_gpu_status, and how many ticks each thread is to make: an i32, rounded up to a number at
/// which the first phase is next. For one start state a variable `<symbol>_pattern`, an i32 for
/// each word of a state and its counter, all ones or all zeros. The words of a tile for each
/// thread.
std::uint64_t emit_play_kernel(llvm::Module& module, const ir::LaneGame& game,
                               const std::string& symbol, const PlayKernelShape& shape);

}  // namespace tesuji::llvm_backend
