// Generates code for relations kept as rows in a tsj_table: hashed tables and short lists.
//
// Scans go through the rows there are when the loop starts: rows are only ever
// appended, and what a recursive stratum adds later is its next round's delta.
// The rows of the plan's own head may move when one is inserted, so their address
// is read afresh then; those of other tables are read once per plan. Probes follow
// a hash chain and compare, since chains are shared by keys of equal hash.
#pragma once

#include "backend/llvm/emit/access.h"

namespace tesuji::llvm_backend {

[[nodiscard]] Positions scan_table(Emitter& emit, const Head& head, ir::RelationId relation,
                                   bool delta, const Pattern& pattern, llvm::BasicBlock*& fail);
void test_table(Emitter& emit, const Head& head, ir::RelationId relation, const Pattern& pattern,
                llvm::BasicBlock* hit, llvm::BasicBlock* miss);
void insert_table(Emitter& emit, const Head& head, const Positions& tuple, llvm::BasicBlock* done,
                  llvm::BasicBlock* stop);
[[nodiscard]] llvm::Value* holds_table(Emitter& emit, ir::RelationId relation);

/// Address of the relation's tsj_table.
[[nodiscard]] llvm::Value* table_address(Emitter& emit, ir::RelationId relation);

}  // namespace tesuji::llvm_backend
