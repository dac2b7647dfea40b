// fold-static: relations that depend on neither state nor moves become facts.
//
//   before:  rule adjacent#1 { adjacent(X, Y) :- succ(X, Y) }   and so on
//   after:   relation adjacent static, with its tuples as facts; its rules are gone
//
// Requires stratify. The evaluation itself is the context's evaluate_static.
// Also what makes the initial state: init.* never depends on a state.
#pragma once

#include "passes/pass.h"

namespace tesuji::passes {

bool fold_static(ir::Module& module, PassContext& context);

}  // namespace tesuji::passes
