// order-joins: turns every rule into plans, with bodies ordered by ordering metarules.
//
// literal_order.h determines the order, build_plan the operations.
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

#include "ir/module/module.h"
#include "passes/analysis/estimates.h"
#include "passes/core/pass.h"

#include <cstddef>
#include <optional>
#include <vector>

namespace tesuji::passes {

// --- Operations of a plan
//
// Builds the operations of a plan from a rule with its body in a given order.
//
// The variables bound at its position determine the operation of each literal: a scan or, if an
// index helps, a probe; a test if it binds nothing. A variable that occurs once in the rule is `_`;
// one that occurs twice in a literal is bound twice and compared. Records after each operation the
// expected number of live bindings.

/// `order`: positions in `rule.body`, each once; comparisons and negated literals come after their
/// variables are bound. `delta`: the literal that scans only new tuples. Declares in `module` the
/// indexes that the plan probes.
[[nodiscard]] ir::Plan build_plan(ir::Module& module, const Estimates& estimates,
                                  const ir::Rule& rule, const std::vector<std::size_t>& order,
                                  std::optional<std::size_t> delta);

// --- The pass

bool order_joins(ir::Module& module, PassContext& context);

}  // namespace tesuji::passes
