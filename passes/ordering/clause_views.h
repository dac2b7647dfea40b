// Describes a clause's body as literals for metarules (passes/core/metarules.h).
//
// Relations have their names in the IR, which are those of the rulesheet with nested terms
// flattened: `(true (cell ?x ?y b))` is `true.cell` with three arguments, as metarules are also
// read (frontend/rules/metarules_parser.h). The two tuples of a comparison form one list of
// arguments.
#pragma once

#include "ir/module/module.h"
#include "passes/core/metarules.h"

#include <vector>

namespace tesuji::passes {

/// Returns views of the rule's body literals, in its order. They point into the module.
[[nodiscard]] std::vector<LiteralView> views_of(const ir::Module& module, const ir::Rule& rule);

}  // namespace tesuji::passes
