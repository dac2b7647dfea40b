// order-joins: turns every rule into plans, bodies ordered by expected size.
//
// Greedy: among the positive literals not yet placed, the one with the fewest
// expected matches for what is bound comes next (ties: cheaper walk, then source
// order). Comparisons and negated literals stand at the first point where they
// are ground. Once the head is bound the rest is an existence test: its parts
// that share no unbound variable are tested separately, each up to its first
// witness. A variable that occurs once is `_`.
//
//   before:  rule line#1 { line(W) :- true.cell(X, 1, W), true.cell(X, 2, W), different(W, b) }
//   after:   plan line#1 { scan true.cell(?X, 1, ?W) -> 3
//                          different (W) (b) -> 2
//                          exists { test true.cell(X, 2, W) } -> 1
//                          insert line(W) -> 1 }
//
// Requires stratify and choose-storage. Declares the indexes it probes. In a
// recursive stratum every rule with literals of that stratum gets one delta plan for
// each of them (semi-naive evaluation).
#pragma once

#include "passes/pass.h"

namespace tesuji::passes {

bool order_joins(ir::Module& module, PassContext& context);

}  // namespace tesuji::passes
