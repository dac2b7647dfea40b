// Reads up to 128 bits at once of a relation stored as bits: see bits_access.h.
#pragma once

#include "backend/llvm/emit/bits_access.h"

#include <llvm/ADT/APInt.h>

#include <cstdint>
#include <vector>

namespace tesuji::llvm_backend {

/// A block of more bits, such as a board of 9 by 9 cells, lies in two registers.
inline constexpr std::uint64_t most_block_bits = 128;

/// Words of one table of constant masks: 32 KiB.
inline constexpr std::uint64_t most_mask_words = std::uint64_t{1} << 12U;

/// The tuples that agree with a pattern, as bits of one integer.
struct BitBlock {
  llvm::Value* bits = nullptr;      ///< i64 or i128; a bit per agreeing tuple
  llvm::Value* word = nullptr;      ///< where the whole relation is walked over: which word
  llvm::Value* origin = nullptr;    ///< to be added to a bit's number; nullptr: 0
  std::vector<std::uint32_t> free;  ///< columns that a bit's number still encodes
  Positions looped;                 ///< positions of the free columns that became loops
};

/// The numbers that positions in `columns` make (sums of position times stride), as
/// bits of an integer `width` wide; all must be below that.
[[nodiscard]] llvm::APInt numbers_mask(const ModuleContext& module, ir::RelationId relation,
                                       const std::vector<std::uint32_t>& columns,
                                       std::uint32_t width);

/// Emits loops around it where one block cannot hold all; `fail` becomes the
/// innermost loop's next iteration. Every agreeing tuple is in one block.
[[nodiscard]] BitBlock emit_block(Emitter& emit, const BitsArea& area, ir::RelationId relation,
                                  const Pattern& pattern, llvm::BasicBlock*& fail);
/// For each bit of the block: its number, an i64.
[[nodiscard]] llvm::Value* each_bit(Emitter& emit, const BitBlock& block, llvm::BasicBlock*& fail);

/// Sets bits of the relation: those behind the fixed columns' base, which are
/// numbers of positions in the other columns; `bits` is an i64 or i128.
void merge_bits(Emitter& emit, const BitsArea& area, ir::RelationId relation,
                const Positions& fixed, llvm::Value* bits);
/// Clears the bits of all tuples with these positions, with loops around where they lie further
/// apart than a block is long.
void clear_bits(Emitter& emit, const BitsArea& area, ir::RelationId relation, Positions fixed,
                llvm::BasicBlock*& fail);
/// Sets bits of word `index`.
void merge_word(Emitter& emit, const BitsArea& area, llvm::Value* index, llvm::Value* bits);

/// Takes `number` (i64, sum of position times stride over the columns `free`)
/// apart, into the wanted columns of `tuple`.
void decode(Emitter& emit, ir::RelationId relation, const std::vector<std::uint32_t>& free,
            llvm::Value* number, const Pattern& pattern, Positions& tuple);

[[nodiscard]] llvm::Value* word_address(Emitter& emit, const BitsArea& area, llvm::Value* index);
[[nodiscard]] llvm::Value* load_word(Emitter& emit, const BitsArea& area, llvm::Value* index);

}  // namespace tesuji::llvm_backend
