// Rules for one value of a variable.
#pragma once

#include "ir/module/module.h"

#include <optional>

namespace tesuji::passes {

/// The rule with `value` for `variable`, which no longer occurs in it. Comparisons that the
/// constants decide are gone; nothing where one of them fails, so that the rule never fires.
[[nodiscard]] std::optional<ir::Rule> specialise(const ir::Rule& rule, ir::VariableId variable,
                                                 ir::Symbol value);

}  // namespace tesuji::passes
