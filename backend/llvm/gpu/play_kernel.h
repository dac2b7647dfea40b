// Generates the kernels that play a game in lanes on a GPU (docs/engines/gpu.md). Internal to this
// layer.
#pragma once

#include "backend/llvm/gpu/gpu_target.h"
#include "backend/llvm/gpu/kernel_builder.h"
#include "backend/llvm/lanes/lane_codegen.h"
#include "ir/nets/lane_game.h"

#include <llvm/IR/Module.h>

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace tesuji::llvm_backend {

/// Where a thread's states lie while it plays.
enum class StatePlace : std::uint8_t {
  registers,  ///< small states; the kernel contains a game's programs
  stack,      ///< the same, with long programs split into functions
  tiles,      ///< large games; a program's parts are kernels, run one after the other
};

struct PlayKernelShape {
  KernelTarget target = KernelTarget::gpu;
  /// Whether kernels are for many start states and look up where each lane began; kernels for one
  /// start state count by themselves.
  bool many_starts = false;
  StatePlace place = StatePlace::registers;
};

/// Chooses the place where the game's states are fastest.
void choose_place(const ir::LaneGame& game, PlayKernelShape& shape);

/// Whether the driver should compile a game's kernels fast instead of well: it then takes a third
/// to a quarter of the time, and kernels are at most a tenth slower.
[[nodiscard]] bool is_compiled_quickly(const ir::LaneGame& game, StatePlace place);

/// Whether it is cheaper to store the last states of finished games and evaluate the goals of
/// several at once than to evaluate each.
[[nodiscard]] bool puts_off_goals(const ir::LaneGame& game, StatePlace place);

/// Returns the parameters of all kernels: tiles, a tsj_gpu_order, a tsj_gpu_status, a number.
[[nodiscard]] std::vector<llvm::Type*> kernel_parameters(llvm::LLVMContext& context,
                                                         KernelTarget target);

/// Returns how programs are compiled for kernels.
[[nodiscard]] LaneShape lane_shape(const PlayKernelShape& shape);

/// Adds the kernel `symbol`. Its number is how many ticks it makes, rounded up to where the first
/// phase is next. If states are in tiles, it makes no tick: its number is a phase, and the parts of
/// the phase's program must follow. For one start state, adds a variable `<symbol>_pattern`: an i32
/// for each word of a state and its counter, all ones or all zeros. `layout`: empty, or with the
/// scratch words of parts; becomes that of tiles.
void emit_play_kernel(llvm::Module& module, const ir::LaneGame& game, const std::string& symbol,
                      const PlayKernelShape& shape, TileLayout& layout);

/// Adds a kernel for a part of a program, for states in tiles of this layout.
void emit_part_kernel(llvm::Module& module, const ir::LaneGame& game, const LaneParts& parts,
                      std::size_t part, const std::string& symbol, const PlayKernelShape& shape,
                      const TileLayout& layout);

/// Adds a kernel that runs a whole program on the words of a tile, which are not split; the
/// program's moves are TileLayout::random. Its scratch words are the tile's last ones.
void emit_question_kernel(llvm::Module& module, const ir::LutProgram& program,
                          const std::string& symbol, KernelTarget target, TileLayout& layout);

}  // namespace tesuji::llvm_backend
