// Generates the matcher of one plan: its operations as nested loops in one function.
//
// Each operation that binds variables opens a loop (or none if at most one tuple can match); an
// operation that only tests continues the innermost loop when it fails. Three things save work
// compared with the plan as written. An `exists` ends at its first witness. After an insert, the
// innermost loop on which the inserted tuple depends continues, since the loops inside it would
// only insert it again; so a head without columns ends the plan at once, and if it already holds,
// the plan does not run. Filters after a scan of bits are applied to many tuples at once where
// possible (fused_scan.h). The first plan of a relation may copy another relation (frame_copy.h).
#pragma once

#include "backend/llvm/emit/access.h"
#include "ir/module/module.h"

namespace tesuji::llvm_backend {

/// Facts that a plan may assume when it runs.
struct PlanPlace {
  bool recursive = false;   ///< its stratum is recursive: the next round must see new tuples
  bool head_empty = false;  ///< no plan before it writes its head
};

/// Emits the body of `function`, of type void (scratch, state, out), or of call_type
/// (access.h) for a relation that is computed in calls.
void emit_plan(ModuleContext& module, const ir::Plan& plan, PlanPlace place,
               llvm::Function& function);

}  // namespace tesuji::llvm_backend
