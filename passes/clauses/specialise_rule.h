// Specialises rules for one value of a variable.
#pragma once

#include "ir/module/module.h"

#include <optional>

namespace tesuji::passes {

/// Returns the rule with `variable` replaced by `value`. Drops comparisons that the constants
/// decide; returns nullopt if one of them fails, so that the rule never fires.
[[nodiscard]] std::optional<ir::Rule> specialise(const ir::Rule& rule, ir::VariableId variable,
                                                 ir::Symbol value);

}  // namespace tesuji::passes
