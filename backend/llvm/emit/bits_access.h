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

}  // namespace tesuji::llvm_backend
