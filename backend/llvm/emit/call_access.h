// Generates code for relations that are computed in calls (ir::Storage::call).
//
// Each has a function of scratch, state, out, the given columns' positions (i32), and the
// tuples that were new in the last round of a recursive call (0 from outside). It returns the
// tuples that agree as the bits of an i64, or of an i128 where there may be more: those of the
// columns that are not given, by their strides. Plans of the relation have functions of the same
// type (backend/llvm/plans/module_codegen.cpp).
#pragma once

#include "backend/llvm/emit/access.h"

namespace tesuji::llvm_backend {

/// The type of the tuples that a call returns.
[[nodiscard]] llvm::IntegerType* call_tuples_type(ModuleContext& module, ir::RelationId relation);

/// The type of these functions.
[[nodiscard]] llvm::FunctionType* call_type(ModuleContext& module, ir::RelationId relation);

/// The relation's function; its body is somebody else's to emit.
[[nodiscard]] llvm::Function* call_function(ModuleContext& module, ir::RelationId relation);

[[nodiscard]] Positions scan_call(Emitter& emit, const Head& head, ir::RelationId relation,
                                  bool delta, const Pattern& pattern, llvm::BasicBlock*& fail);
void test_call(Emitter& emit, const Head& head, ir::RelationId relation, const Pattern& pattern,
               llvm::BasicBlock* hit, llvm::BasicBlock* miss);
/// Adds a tuple to what the call has found.
void insert_call(Emitter& emit, const Head& head, const Positions& tuple);

}  // namespace tesuji::llvm_backend
