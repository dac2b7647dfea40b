// order-joins: turns every rule into plans, bodies in the order of ordering metarules.
//
// The order is literal_order.h's, the operations are plan_builder.h's.
//
//   before:  rule line#1 { line(W) :- true.cell(X, 1, W), true.cell(X, 2, W), different(W, b) }
//   after:   plan line#1 { scan true.cell(?X, 1, ?W) -> 3
//                          different (W) (b) -> 2
//                          test true.cell(X, 2, W) -> 1
//                          insert line(W) -> 1 }
//
// How many tuples a relation is expected to have, plans of strata above and
// Relation::expected_rows learn from its plans, existence tests introduced.
//
// Requires stratify and choose-storage. Declares the indexes it probes. In a
// recursive stratum every rule with literals of that stratum gets one delta plan for
// each of them (semi-naive evaluation).
#pragma once

#include "passes/core/pass.h"

namespace tesuji::passes {

bool order_joins(ir::Module& module, PassContext& context);

}  // namespace tesuji::passes
