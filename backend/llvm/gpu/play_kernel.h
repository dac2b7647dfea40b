// Generates the kernels that play a game in lanes on a GPU (docs/engines/gpu.md). Internal to this
// layer.
#pragma once

#include "backend/llvm/gpu/gpu_target.h"
#include "backend/llvm/gpu/tile_layout.h"
#include "backend/llvm/lanes/lane_codegen.h"
#include "ir/nets/lane_game.h"

#include <llvm/IR/Module.h>

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace tesuji::llvm_backend {

/// Where a thread's states are while they are played on.
enum class StatePlace : std::uint8_t {
  registers,  ///< small states; a game's programs are part of the kernel
  stack,      ///< the same, and programs are cut into functions where they are long
  tiles,      ///< large games; a program's parts are kernels, run one after the other
};

struct PlayKernelShape {
  KernelTarget target = KernelTarget::gpu;
  /// Kernels for one start state count by themselves; kernels for many look up where each lane
  /// began.
  bool many_starts = false;
  StatePlace place = StatePlace::registers;
};

/// Chooses the place where the game's states are played on fastest.
void choose_place(const ir::LaneGame& game, PlayKernelShape& shape);

/// Whether the driver is to compile a game's kernels quickly instead of well: it then takes a third
/// to a quarter of the time, and kernels are at most a tenth slower.
[[nodiscard]] bool is_compiled_quickly(const ir::LaneGame& game, StatePlace place);

/// Whether it costs less to keep the last states of finished games and to evaluate goals of several
/// at once than to evaluate them of each.
[[nodiscard]] bool puts_off_goals(const ir::LaneGame& game, StatePlace place);

/// All kernels have these: tiles, a tsj_gpu_order, a tsj_gpu_status, a number.
[[nodiscard]] std::vector<llvm::Type*> kernel_parameters(llvm::LLVMContext& context,
                                                         KernelTarget target);

/// How programs are compiled for kernels.
[[nodiscard]] LaneShape lane_shape(const PlayKernelShape& shape);

/// Adds the kernel `symbol`. It makes as many ticks as its number says, rounded up to where the
/// first phase is next. Where states are in tiles, it makes none: its number is a phase, and the
/// parts of the phase's program are to follow. For one start state a variable `<symbol>_pattern`,
/// an i32 for each word of a state and its counter, all ones or all zeros. `layout`: empty, or with
/// the scratch words of parts; becomes that of tiles.
void emit_play_kernel(llvm::Module& module, const ir::LaneGame& game, const std::string& symbol,
                      const PlayKernelShape& shape, TileLayout& layout);

/// Adds a kernel for a part of a program, for states in tiles of this layout.
void emit_part_kernel(llvm::Module& module, const ir::LaneGame& game, const LaneParts& parts,
                      std::size_t part, const std::string& symbol, const PlayKernelShape& shape,
                      const TileLayout& layout);

/// Adds a kernel that runs a whole program on the words of a tile, which are in one piece; the
/// program's moves are TileLayout::random. Its scratch words are the tile's last ones.
void emit_question_kernel(llvm::Module& module, const ir::LutProgram& program,
                          const std::string& symbol, KernelTarget target, TileLayout& layout);

}  // namespace tesuji::llvm_backend
