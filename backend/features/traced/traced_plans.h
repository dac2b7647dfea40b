// Converts plans to the form that the tracer reads.
#pragma once

#include "ir/module/module.h"
#include "passes/analysis/estimates.h"

#include <set>
#include <vector>

namespace tesuji::slices {

/// The rule's plan, ordered by the estimates, with existence tests as deep as they can be: within a
/// test, what is left is a test of its own as soon as it does not need all that is bound.
///
///   before:  exists { scan p(A, ?B); probe q(B, ?C); probe r(C, ?D) }
///   after:   exists { scan p(A, ?B); exists { probe q(B, ?C); exists { probe r(C, ?D) } } }
[[nodiscard]] ir::Plan traced_plan(ir::Module& module, const passes::Estimates& estimates,
                                   const ir::Rule& rule);

/// Variables that operations use and do not bind themselves.
[[nodiscard]] std::set<ir::VariableId> free_variables(const std::vector<ir::Operation>& ops);

/// Whether every arrival at the plan's end is another tuple: it binds what the head has, and looks
/// through nothing else but in tests.
[[nodiscard]] bool arrives_once(const ir::Plan& plan);

}  // namespace tesuji::slices
