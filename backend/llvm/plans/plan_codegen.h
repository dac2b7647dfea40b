// Generates the matcher of one plan: its operations as nested loops in one function.
//
// Each operation that binds opens a loop (or none, where at most one tuple can
// agree); each that only tests falls back into the innermost loop when it fails.
// Two things make less work than the plan as written: an `exists` is left at its
// first witness; and after an insert the innermost loop that the inserted tuple
// depends on goes on, since the loops inside it would only insert it again. A
// head without columns therefore ends the plan at once, and where it already
// holds the plan is not run at all. Filters behind a scan of bits are done on many
// tuples at once where they can be (fused_scan.h). The first plan of a relation may copy
// another one (frame_copy.h).
#pragma once

#include "backend/llvm/emit/access.h"
#include "ir/module/module.h"

namespace tesuji::llvm_backend {

/// What a plan may count on when it runs.
struct PlanPlace {
  bool recursive = false;   ///< its stratum is; tuples that are new must be seen by the next round
  bool head_empty = false;  ///< no plan before it writes its head
};

/// Fills `function`, of type void (scratch, state, out); for a relation that is computed in calls
/// of call_type (call_access.h).
void emit_plan(ModuleContext& module, const ir::Plan& plan, PlanPlace place,
               llvm::Function& function);

}  // namespace tesuji::llvm_backend
