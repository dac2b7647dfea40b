// Goes from word to word over tuples of which no block holds all.
#pragma once

#include "backend/llvm/emit/bit_block.h"
#include "backend/llvm/emit/bit_shape.h"

namespace tesuji::llvm_backend {

/// Goes from word to word over the `span` bits from `base` on. Sets the block's bits and origin.
[[nodiscard]] BitBlock walk_words(Emitter& emit, const BitsArea& area, llvm::Value* base,
                                  std::uint64_t span, llvm::BasicBlock*& fail);

/// Whether the free columns' blocks lie in so few words that walk_masked costs less than to loop
/// over them.
[[nodiscard]] bool scattered(const BitShape& shape, const Positions& fixed, const BitsArea& area);

/// Goes over all words of the relation, masked by which bits agree with the fixed columns. Sets
/// the block's bits and origin.
[[nodiscard]] BitBlock walk_masked(Emitter& emit, const BitsArea& area, ir::RelationId relation,
                                   const BitShape& shape, const Positions& fixed,
                                   llvm::BasicBlock*& fail);

}  // namespace tesuji::llvm_backend
