// Generates code that reads relations, one way for each kind of storage: bits, tables and lists,
// static rows, and calls.
#pragma once

#include "backend/llvm/emit/emitter.h"

#include <vector>

namespace tesuji::llvm_backend {

/// The columns that an operation fixes and those that it reads.
struct Pattern {
  std::vector<llvm::Value*> fixed;  ///< the required position (i32); nullptr: any
  std::vector<bool> wanted;         ///< whether the value of a free column is used

  [[nodiscard]] bool all_fixed() const;
  [[nodiscard]] bool none_wanted() const;
};

/// Per column, the tuple's position (i32) if it is wanted, else nullptr.
using Positions = std::vector<llvm::Value*>;

/// The head relation that the emitted function writes; see PlanCodegen.
struct Head {
  ir::RelationId relation = ir::no_id;
  bool recursive = false;  ///< the next round must see new tuples
  // For a relation that is computed in calls:
  llvm::Value* result = nullptr;  ///< address of the tuples found, an i64
  llvm::Value* delta = nullptr;   ///< tuples that were new in the last round, an i64
};

/// Whether a column's domain is empty: then no tuple is possible, and the relation has no memory to
/// access.
[[nodiscard]] bool is_impossible(const ModuleContext& module, ir::RelationId relation);

/// Emits a loop over the matching tuples; visits each combination of wanted values at least once.
/// Sets `fail` to the next iteration.
[[nodiscard]] Positions emit_scan(Emitter& emit, const Head& head, ir::RelationId relation,
                                  bool delta, const Pattern& pattern, llvm::BasicBlock*& fail);

/// Emits a test: branches to `hit` if some tuple matches, else to `miss`.
void emit_test(Emitter& emit, const Head& head, ir::RelationId relation, const Pattern& pattern,
               llvm::BasicBlock* hit, llvm::BasicBlock* miss);

/// Emits code that adds a tuple to the head; branches to `done` afterwards, or to `stop` if memory
/// is exhausted (which sets the status).
void emit_insert(Emitter& emit, const Head& head, const Positions& tuple, llvm::BasicBlock* done,
                 llvm::BasicBlock* stop);

/// Emits code that makes a relation of bits without columns true.
void emit_fact(Emitter& emit, ir::RelationId relation);

/// Emits code that tests whether a relation without columns is true: an i1.
[[nodiscard]] llvm::Value* emit_holds(Emitter& emit, ir::RelationId relation);

// Relations that are computed in calls (ir::Storage::call).
//
// Each such relation has a function of scratch, state, out, the given columns' positions (i32), and
// the tuples that were new in the last round of a recursive call (0 from outside). It returns the
// matching tuples as bits of an i64, or of an i128 if there may be more: the bits of the columns
// that are not given, by their strides. Plans of the relation are functions of the same type
// (backend/llvm/plans/module_codegen.cpp).

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
