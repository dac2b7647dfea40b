// order-joins: turns every rule into plans, with bodies ordered by ordering metarules.
//
// literal_order.h determines the order, plan_builder.h the operations.
//
//   before:  rule line#1 { line(W) :- true.cell(X, 1, W), true.cell(X, 2, W), different(W, b) }
//   after:   plan line#1 { scan true.cell(?X, 1, ?W) -> 3
//                          different (W) (b) -> 2
//                          test true.cell(X, 2, W) -> 1
//                          insert line(W) -> 1 }
//
// The plans of a relation, with existence tests introduced, give its expected number of tuples,
// used by plans of higher strata and stored in Relation::expected_rows.
//
// Requires stratify and choose-storage. Declares the indexes it probes. In a
// recursive stratum every rule with literals of that stratum gets one delta plan for
// each of them (semi-naive evaluation).
#pragma once

#include "passes/core/pass.h"

namespace tesuji::passes {

bool order_joins(ir::Module& module, PassContext& context);

}  // namespace tesuji::passes
