// Generates code for relations that are computed in calls (ir::Storage::call).
//
// Each such relation has a function of scratch, state, out, the given columns' positions (i32), and
// the tuples that were new in the last round of a recursive call (0 from outside). It returns the
// matching tuples as bits of an i64, or of an i128 if there may be more: the bits of the columns
// that are not given, by their strides. Plans of the relation are functions of the same type
// (backend/llvm/plans/module_codegen.cpp).
#pragma once

#include "backend/llvm/emit/access.h"

namespace tesuji::llvm_backend {

/// Returns the type of the tuples that a call returns.
[[nodiscard]] llvm::IntegerType* call_tuples_type(ModuleContext& module, ir::RelationId relation);

/// Returns the type of these functions.
[[nodiscard]] llvm::FunctionType* call_type(ModuleContext& module, ir::RelationId relation);

/// Declares the relation's function; another part of the layer emits its body.
[[nodiscard]] llvm::Function* call_function(ModuleContext& module, ir::RelationId relation);

[[nodiscard]] Positions scan_call(Emitter& emit, const Head& head, ir::RelationId relation,
                                  bool delta, const Pattern& pattern, llvm::BasicBlock*& fail);
void test_call(Emitter& emit, const Head& head, ir::RelationId relation, const Pattern& pattern,
               llvm::BasicBlock* hit, llvm::BasicBlock* miss);
/// Emits code that adds a tuple to the result of the call.
void insert_call(Emitter& emit, const Head& head, const Positions& tuple);

}  // namespace tesuji::llvm_backend
