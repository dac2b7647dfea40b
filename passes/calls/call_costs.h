// Estimates what calls of relations cost.
#pragma once

#include "ir/module/module.h"
#include "passes/core/pass.h"

#include <vector>

namespace tesuji::passes {

/// Calls by rules that need a fluent of which none holds initially count for so much: what is
/// expected of such fluents is mostly too much.
inline constexpr double weight_of_rare_rules = 1.0 / 16;

/// By relation: steps of all calls in one state; 0 for relations without Storage::call. Requires
/// strata.
[[nodiscard]] std::vector<double> costs_of_calls(ir::Module& module, PassContext& context);

}  // namespace tesuji::passes
