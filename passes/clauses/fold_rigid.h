// fold-rigid: reads fluents that never change from the initial state.
//
//   before:  next.wall(X, Y) :- true.wall(X, Y)
//            go(X, Y) :- step(X, Y), not true.wall(X, Y)
//   after:   next.wall(X, Y) :- true.wall(X, Y)
//            go(X, Y) :- step(X, Y), not init.wall(X, Y)
//
// A maze keeps its walls as fluents that every step copies. Rules that read them recompute in each
// state what facts determine: which ways are open is a static relation, which fold-static
// tabulates. The state still contains the fluents, and copies them.
//
// A fluent is rigid (ir/module/rigid.h, the term of planning) if its only rule copies it: by
// induction over the steps of a play it has its initial value in every reachable state. A state
// constructed by hand in which it differs is refused, as by nets (docs/engines/nets.md): rules
// would answer about another state. Fluents that are too large for bits are not changed.
//
// Source: fluents that no action changes are the rigid, or static, predicates of planning (Ghallab,
// Nau, Traverso: Automated Planning, 2004, section 2.3).
//
// Requires domains; drops strata if it changes anything.
#pragma once

#include "passes/core/pass.h"

namespace tesuji::passes {

bool fold_rigid(ir::Module& module, PassContext& context);

}  // namespace tesuji::passes
