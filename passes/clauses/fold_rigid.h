// fold-rigid: fluents that never change are asked of the initial state.
//
//   before:  next.wall(X, Y) :- true.wall(X, Y)
//            go(X, Y) :- step(X, Y), not true.wall(X, Y)
//   after:   next.wall(X, Y) :- true.wall(X, Y)
//            go(X, Y) :- step(X, Y), not init.wall(X, Y)
//
// A maze keeps its walls as fluents that every step copies. Rules that read them compute in each
// state what facts tell: which ways are open is a static relation, which fold-static tabulates.
// The state has the fluents still, and copies them.
//
// A fluent is rigid (ir/module/rigid.h, the term of planning) if its only rule copies it: by
// induction over the steps of a play it is what it was initially in every state that can be
// reached. A state made by hand in which it is not is refused, as nets refuse it
// (docs/engines/nets.md): rules would answer about another state. Fluents that are too
// large for bits stay as they are.
//
// Source: fluents that no action changes are the rigid, or static, predicates of planning (Ghallab,
// Nau, Traverso: Automated Planning, 2004, section 2.3).
//
// Requires domains; drops strata where it changes anything.
#pragma once

#include "passes/core/pass.h"

namespace tesuji::passes {

bool fold_rigid(ir::Module& module, PassContext& context);

}  // namespace tesuji::passes
