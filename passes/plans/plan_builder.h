// Builds the operations of a plan from a rule with its body in a given order.
//
// The variables bound at its position determine the operation of each literal: a scan or, if an
// index helps, a probe; a test if it binds nothing. A variable that occurs once in the rule is `_`;
// one that occurs twice in a literal is bound twice and compared. Records after each operation the
// expected number of live bindings.
#pragma once

#include "ir/module/module.h"
#include "passes/analysis/estimates.h"

#include <cstddef>
#include <optional>
#include <vector>

namespace tesuji::passes {

/// `order`: positions in `rule.body`, each once; comparisons and negated literals come after their
/// variables are bound. `delta`: the literal that scans only new tuples. Declares in `module` the
/// indexes that the plan probes.
[[nodiscard]] ir::Plan build_plan(ir::Module& module, const Estimates& estimates,
                                  const ir::Rule& rule, const std::vector<std::size_t>& order,
                                  std::optional<std::size_t> delta);

}  // namespace tesuji::passes
