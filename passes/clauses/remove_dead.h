// remove-dead: removes rules that can never fire, literals that always hold, relations that no
// answer needs, and repeated rules.
//
//   before:  rule p#1 { p(X) :- coords(X, Y) ... }   # coords has no tuples
//   after:   (removed; and p too, if that was its only rule and nothing reads it)
//
// Requires infer-domains. Keeps answers, fluents and init; drops strata and plans (run stratify
// again).
#pragma once

#include "passes/core/pass.h"

namespace tesuji::passes {

bool remove_dead(ir::Module& module, PassContext& context);

}  // namespace tesuji::passes
