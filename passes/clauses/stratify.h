// stratify: assigns derived relations to strata, and strata to entries.
//
// One stratum per strongly connected component of the dependency graph, in topological order; an
// entry's strata are those its answers depend on. Strata that depend on neither state nor moves
// belong to the entry `static`, except the answers themselves (legal, next, terminal, goal).
//
// Error "unstratified" (with the rule and literal) if a relation depends on its own negation;
// Definition 2 of Haufe, Schiffel and Thielscher (2012).
#pragma once

#include "passes/core/pass.h"

namespace tesuji::passes {

bool stratify(ir::Module& module, PassContext& context);

}  // namespace tesuji::passes
