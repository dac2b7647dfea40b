// Generates code for relations stored as rows in a tsj_table: hashed tables and short lists.
//
// Scans visit the rows that exist when the loop starts: rows are only ever appended, and rows that
// a recursive stratum adds later belong to its next round's delta. Inserting a row may move the
// rows of the plan's own head, so their address is reloaded then; those of other tables are loaded
// once per plan. Probes follow a hash chain and compare, since keys of equal hash share a chain.
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

/// Returns the address of the relation's tsj_table.
[[nodiscard]] llvm::Value* table_address(Emitter& emit, ir::RelationId relation);

}  // namespace tesuji::llvm_backend
