// Generates code that reads relations, one way for each kind of storage: bits, tables and lists,
// static rows.
#pragma once

#include "backend/llvm/emit/emitter.h"

#include <vector>

namespace tesuji::llvm_backend {

/// What an operation asks of a relation, per column.
struct Pattern {
  std::vector<llvm::Value*> fixed;  ///< the position wanted (i32), or nullptr: any
  std::vector<bool> wanted;         ///< of the free columns, whether the value is used

  [[nodiscard]] bool all_fixed() const;
  [[nodiscard]] bool none_wanted() const;
};

/// Per column the tuple's position (i32) where it was wanted, else nullptr.
using Positions = std::vector<llvm::Value*>;

/// What the function being emitted does to its head relation; see PlanCodegen.
struct Head {
  ir::RelationId relation = ir::no_id;
  bool recursive = false;  ///< tuples that are new must be seen by the next round
  // Of a relation that is computed in calls:
  llvm::Value* result = nullptr;  ///< where what was found is kept, an i64
  llvm::Value* delta = nullptr;   ///< what was new in the last round, an i64
};

/// Whether a column's domain is empty: no tuple is possible, and nothing may be
/// asked of the relation's memory.
[[nodiscard]] bool is_impossible(const ModuleContext& module, ir::RelationId relation);

/// Loops over the tuples that agree; each different choice of wanted values is
/// seen at least once. `fail` becomes the next iteration.
[[nodiscard]] Positions emit_scan(Emitter& emit, const Head& head, ir::RelationId relation,
                                  bool delta, const Pattern& pattern, llvm::BasicBlock*& fail);

/// Goes to `hit` if some tuple agrees, else to `miss`.
void emit_test(Emitter& emit, const Head& head, ir::RelationId relation, const Pattern& pattern,
               llvm::BasicBlock* hit, llvm::BasicBlock* miss);

/// Adds a tuple to the head; goes to `done` afterwards, or to `stop` where no
/// memory is left (the status says so then).
void emit_insert(Emitter& emit, const Head& head, const Positions& tuple, llvm::BasicBlock* done,
                 llvm::BasicBlock* stop);

/// Makes a relation of bits without columns hold.
void emit_fact(Emitter& emit, ir::RelationId relation);

/// Whether the relation holds any tuple, for relations without columns: an i1.
[[nodiscard]] llvm::Value* emit_holds(Emitter& emit, ir::RelationId relation);

}  // namespace tesuji::llvm_backend
