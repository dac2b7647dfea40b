// Generates code for relations with one bit per possible tuple.
//
// A tuple's bit number is the sum of position times stride over its columns. The fixed columns of a
// pattern give a base; the free columns add a number within a span of bits behind it. Up to 128
// bits of span are extracted at once (from three words if the span may straddle them), restricted
// to the free columns' bits by a constant mask, and then tested as a whole or visited from set bit
// to set bit. A bit's number, divided by the strides, gives the free columns' values. For larger
// spans, the code loops over leading free columns, or from word to word if all free columns are
// trailing ones or lie in so few words that loops would read the same words repeatedly.
#pragma once

#include "backend/llvm/emit/access.h"

#include <llvm/ADT/APInt.h>

#include <cstdint>
#include <vector>

namespace tesuji::llvm_backend {

struct BitBlock;

/// A scan in two halves, so that a block may be narrowed between them: first the loops over blocks,
/// then those over the bits of a block.
[[nodiscard]] BitBlock open_scan(Emitter& emit, ir::RelationId relation, bool delta,
                                 const Pattern& pattern, llvm::BasicBlock*& fail);
[[nodiscard]] Positions finish_scan(Emitter& emit, ir::RelationId relation, const BitBlock& block,
                                    const Pattern& pattern, llvm::BasicBlock*& fail);

[[nodiscard]] Positions scan_bits(Emitter& emit, ir::RelationId relation, bool delta,
                                  const Pattern& pattern, llvm::BasicBlock*& fail);
void test_bits(Emitter& emit, ir::RelationId relation, const Pattern& pattern,
               llvm::BasicBlock* hit, llvm::BasicBlock* miss);
void insert_bits(Emitter& emit, const Head& head, const Positions& tuple);
[[nodiscard]] llvm::Value* holds_bits(Emitter& emit, ir::RelationId relation);

/// Words of a relation, or of one of the three areas of a recursive one.
struct BitsArea {
  enum class Part { all, delta, fresh };
  llvm::Value* words = nullptr;  ///< address of the first word
  std::uint64_t count = 0;
  llvm::MDNode* alias_class = nullptr;
  bool constant = false;     ///< never written while the entry runs, like the given state
  bool word_behind = false;  ///< one more word after the last may be read
};

[[nodiscard]] BitsArea area_of(Emitter& emit, ir::RelationId relation, BitsArea::Part part);

// Blocks: up to 128 bits that are read at once.

/// Bits in a block. A block of more than 64 bits, such as a board of 9 by 9 cells, lies in two
/// registers.
inline constexpr std::uint64_t most_block_bits = 128;

/// Maximum number of words in a table of constant masks: 32 KiB.
inline constexpr std::uint64_t most_mask_words = std::uint64_t{1} << 12U;

/// The tuples that match a pattern, as bits of one integer.
struct BitBlock {
  llvm::Value* bits = nullptr;      ///< i64 or i128; one bit per matching tuple
  llvm::Value* word = nullptr;      ///< number of the word, in a walk over the whole relation
  llvm::Value* origin = nullptr;    ///< added to a bit's number; nullptr: 0
  std::vector<std::uint32_t> free;  ///< columns that a bit's number encodes
  Positions looped;                 ///< positions of free columns that became loops
};

/// Returns the numbers of all positions in `columns` (sums of position times stride), as bits of an
/// integer of `width` bits; all must be less than `width`.
[[nodiscard]] llvm::APInt numbers_mask(const ModuleContext& module, ir::RelationId relation,
                                       const std::vector<std::uint32_t>& columns,
                                       std::uint32_t width);

/// Emits a block, inside loops if one block cannot hold all tuples; sets `fail` to the innermost
/// loop's next iteration. Each matching tuple is in exactly one block.
[[nodiscard]] BitBlock emit_block(Emitter& emit, const BitsArea& area, ir::RelationId relation,
                                  const Pattern& pattern, llvm::BasicBlock*& fail);
/// Emits a loop over the bits of the block; returns the bit's number, an i64.
[[nodiscard]] llvm::Value* each_bit(Emitter& emit, const BitBlock& block, llvm::BasicBlock*& fail);

/// Sets bits of the relation: those of the fixed columns' base plus the numbers of positions in the
/// other columns; `bits` is an i64 or i128.
void merge_bits(Emitter& emit, const BitsArea& area, ir::RelationId relation,
                const Positions& fixed, llvm::Value* bits);
/// Clears the bits of all tuples with these positions, inside loops if their span exceeds a block.
void clear_bits(Emitter& emit, const BitsArea& area, ir::RelationId relation, Positions fixed,
                llvm::BasicBlock*& fail);
/// Sets bits of word `index`.
void merge_word(Emitter& emit, const BitsArea& area, llvm::Value* index, llvm::Value* bits);

/// Decodes `number` (i64, the sum of position times stride over the columns `free`) into the wanted
/// columns of `tuple`.
void decode(Emitter& emit, ir::RelationId relation, const std::vector<std::uint32_t>& free,
            llvm::Value* number, const Pattern& pattern, Positions& tuple);

[[nodiscard]] llvm::Value* word_address(Emitter& emit, const BitsArea& area, llvm::Value* index);
[[nodiscard]] llvm::Value* load_word(Emitter& emit, const BitsArea& area, llvm::Value* index);

}  // namespace tesuji::llvm_backend
