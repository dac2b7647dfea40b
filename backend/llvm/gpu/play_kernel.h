// Generates the kernel that plays a game in lanes on a GPU (docs/engines/gpu.md). Internal to this
// layer.
#pragma once

#include "backend/llvm/gpu/gpu_target.h"
#include "ir/nets/lane_game.h"

#include <llvm/IR/Module.h>

#include <cstdint>
#include <string>

namespace tesuji::llvm_backend {

/// Where a thread's states are while they are played on.
enum class StatePlace : std::uint8_t {
  registers,  ///< for small states: programs are part of the kernel
  stack,      ///< programs are functions, cut into parts
  tiles,      ///< the same; for large states, of which a stack would have room for too many
};

struct PlayKernelShape {
  KernelTarget target = KernelTarget::gpu;
  /// Kernels for one start state put off what is asked at the end of a game, as on the processor,
  /// and count by themselves; kernels for many look up where each lane began.
  bool many_starts = false;
  StatePlace place = StatePlace::registers;
  /// Of a function, but where states are in registers: with more, these run out, and compiling
  /// takes longer.
  std::size_t operations_per_part = 2'000;
};

/// The fastest place for states of the game.
[[nodiscard]] StatePlace choose_place(const ir::LaneGame& game);

/// A kernel `symbol(tiles, order, status, ticks)`: pointers to a tsj_gpu_order and a
/// tsj_gpu_status, and how many ticks each thread is to make: an i32, rounded up to a number at
/// which the first phase is next. For one start state a variable `<symbol>_pattern`, an i32 for
/// each word of a state and its counter, all ones or all zeros. The words of a tile for each
/// thread.
std::uint64_t emit_play_kernel(llvm::Module& module, const ir::LaneGame& game,
                               const std::string& symbol, const PlayKernelShape& shape);

}  // namespace tesuji::llvm_backend
