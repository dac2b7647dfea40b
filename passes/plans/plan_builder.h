// Builds the operations of a plan from a rule with its body in a given order.
//
// Decides what each literal becomes by what is bound where it stands: a scan or, where
// an index helps, a probe; a test where it binds nothing. A variable that occurs once in
// the rule is `_`; one that occurs twice in a literal is bound twice and compared. Puts
// down after each operation how many bindings are expected to be alive.
#pragma once

#include "ir/module/module.h"
#include "passes/analysis/estimates.h"

#include <cstddef>
#include <optional>
#include <vector>

namespace tesuji::passes {

/// `order`: positions in `rule.body`, each once; comparisons and negated literals stand
/// where their variables are bound. `delta`: the literal that looks only at what is new.
/// Declares in `module` the indexes that the plan probes.
[[nodiscard]] ir::Plan build_plan(ir::Module& module, const Estimates& estimates,
                                  const ir::Rule& rule, const std::vector<std::size_t>& order,
                                  std::optional<std::size_t> delta);

}  // namespace tesuji::passes
