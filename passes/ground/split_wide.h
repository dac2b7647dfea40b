// split-wide: splits rules that would have very many ground rules if everything allowed by domains
// were true, so that the possible tuples can be computed at all
// (passes/clauses/split_existential.h).
#pragma once

#include "ir/module/module.h"
#include "passes/core/pass.h"

namespace tesuji::passes {

/// Rules with fewer bindings of their variables are not changed.
inline constexpr double min_wide_bindings = 1e6;

/// split-wide. Requires domains; drops strata.
bool split_wide(ir::Module& module, PassContext& context);

}  // namespace tesuji::passes
