// Converts plans to the form that the tracer reads.
#pragma once

#include "ir/module/module.h"
#include "passes/analysis/estimates.h"

#include <set>
#include <vector>

namespace tesuji::slices {

/// Returns the rule's plan, ordered by the estimates, with existence tests nested as deep as
/// possible: inside a test, the remaining operations become a separate test as soon as they do not
/// need all bound variables.
///
///   before:  exists { scan p(A, ?B); probe q(B, ?C); probe r(C, ?D) }
///   after:   exists { scan p(A, ?B); exists { probe q(B, ?C); exists { probe r(C, ?D) } } }
[[nodiscard]] ir::Plan traced_plan(ir::Module& module, const passes::Estimates& estimates,
                                   const ir::Rule& rule);

/// Returns the variables that operations use and do not bind themselves.
[[nodiscard]] std::set<ir::VariableId> free_variables(const std::vector<ir::Operation>& ops);

/// Whether every arrival at the plan's end yields a different tuple: it binds exactly the head's
/// variables, and loops over others only in tests.
[[nodiscard]] bool arrives_once(const ir::Plan& plan);

}  // namespace tesuji::slices
