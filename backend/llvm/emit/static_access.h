// Generates code that reads static relations from constant data (static_data.h).
//
// A test is one bit of a mask over the fixed columns where that is small enough.
// A scan takes, in this order: the word of values where one column of at most 64
// values is wanted; the function where a key has one row at most; the key's rows
// of an index. What the index's key leaves out of the fixed columns is compared.
#pragma once

#include "backend/llvm/emit/access.h"

namespace tesuji::llvm_backend {

[[nodiscard]] Positions scan_static(Emitter& emit, ir::RelationId relation, const Pattern& pattern,
                                    llvm::BasicBlock*& fail);
void test_static(Emitter& emit, ir::RelationId relation, const Pattern& pattern,
                 llvm::BasicBlock* hit, llvm::BasicBlock* miss);

}  // namespace tesuji::llvm_backend
