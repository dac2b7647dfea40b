// remove-dead: rules that can never fire, literals that always hold, relations
// that no answer needs, rules written twice.
//
//   before:  rule p#1 { p(X) :- coords(X, Y) ... }   # coords has no tuples
//   after:   (gone; and p too, if that was its only rule and nobody asks for it)
//
// Requires infer-domains. Answers, fluents and init are kept; strata and plans are
// dropped (run stratify again).
#pragma once

#include "passes/core/pass.h"

namespace tesuji::passes {

bool remove_dead(ir::Module& module, PassContext& context);

}  // namespace tesuji::passes
