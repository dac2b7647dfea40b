// Layout of tiles (runtime/core/tesuji/gpu_lanes.h). Internal to this layer.
#pragma once

#include "backend/llvm/gpu/kernel_builder.h"

#include <cstdint>

namespace tesuji::llvm_backend {

/// What a thread keeps beside a state and its control words; the first words of its tile.
enum Kept : std::uint64_t {
  last,          ///< lanes whose length's high part is that of the limit
  overflowed,    ///< lanes whose length has a high part
  left,          ///< playouts of the block that are not begun
  start,         ///< the start state of the next playout
  start_left,    ///< playouts of it that are not begun
  parked_ended,  ///< lanes whose games are over and not yet counted, by how they ended
  parked_cut,
  parked_stuck,
  parked_long,  ///< those of them whose length has a high part
  kept_count
};

/// The first word of each array, and the words of a tile for each thread. What the kernel keeps in
/// registers or on the stack has no place: there `state` and `control` are where it is kept from
/// launch to launch.
struct TileLayout {
  std::uint64_t words = 0;
  std::uint64_t control = 0;
  std::uint64_t state = 0;
  std::uint64_t high = 0;
  std::uint64_t start = 0;
  std::uint64_t parked = 0;
  std::uint64_t answers = 0;
  std::uint64_t random = 0;
  std::uint64_t random_words = 0;
  std::uint64_t scratch = 0;
  std::uint64_t scratch_words = 0;

  /// Makes room at the end; for one word at least. Its first word.
  std::uint64_t take(std::uint64_t count);
};

/// A thread's words in its tile.
class Tile {
 public:
  /// Begins a kernel: threads that there are not return at once.
  void enter(KernelBuilder& build, llvm::Function& kernel, const TileLayout& layout,
             KernelTarget target);

  /// Words in one piece.
  [[nodiscard]] WordArray words(KernelBuilder& build, std::uint64_t at) const;
  /// Words in halves: 32 lower ones lie side by side, as many upper ones elsewhere.
  [[nodiscard]] WordArray halves(KernelBuilder& build, std::uint64_t at, std::uint64_t count) const;

 private:
  llvm::Value* words_ = nullptr;
  llvm::Value* halves_ = nullptr;
};

}  // namespace tesuji::llvm_backend
