// Lays out tiles (runtime/core/tesuji/gpu_lanes.h). Internal to this layer.
#pragma once

#include "backend/llvm/gpu/kernel_builder.h"

#include <cstdint>

namespace tesuji::llvm_backend {

/// The words that a thread keeps besides a state and its control words; the first words of its
/// tile.
enum Kept : std::uint64_t {
  last,          ///< lanes whose length has the same high part as the limit
  overflowed,    ///< lanes whose length has a high part
  left,          ///< playouts of the block that have not begun
  start,         ///< the start state of the next playout
  start_left,    ///< playouts from it that have not begun
  parked_ended,  ///< lanes with finished games that are not counted yet, by how they ended
  parked_cut,
  parked_stuck,
  parked_long,  ///< parked lanes whose length has a high part
  kept_count
};

/// The first word of each array, and a tile's words per thread. Data that the kernel keeps in
/// registers or on the stack has no place: then `state` and `control` are where it is stored
/// between launches.
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

  /// Reserves `count` words at the end, at least one; returns the first.
  std::uint64_t take(std::uint64_t count);
};

/// A thread's words in its tile.
class Tile {
 public:
  /// Begins a kernel: surplus threads return at once.
  void enter(KernelBuilder& build, llvm::Function& kernel, const TileLayout& layout,
             KernelTarget target);

  /// Words that are not split.
  [[nodiscard]] WordArray words(KernelBuilder& build, std::uint64_t at) const;
  /// Words in halves: 32 lower halves are contiguous, and so are their 32 upper halves elsewhere.
  [[nodiscard]] WordArray halves(KernelBuilder& build, std::uint64_t at, std::uint64_t count) const;

 private:
  llvm::Value* words_ = nullptr;
  llvm::Value* halves_ = nullptr;
};

}  // namespace tesuji::llvm_backend
