// Describes a clause's body as metarules see it (passes/core/metarules.h).
//
// Relations go by their names in the IR, which are those of the rulesheet with the terms
// inside taken apart: `(true (cell ?x ?y b))` is `true.cell` of three arguments, and so it
// is read in metarules (frontend/rules/metarules_parser.h). The two tuples of a comparison are
// one list of arguments.
#pragma once

#include "ir/module/module.h"
#include "passes/core/metarules.h"

#include <vector>

namespace tesuji::passes {

/// Views of the rule's body literals, in its order. They point into the module.
[[nodiscard]] std::vector<LiteralView> views_of(const ir::Module& module, const ir::Rule& rule);

}  // namespace tesuji::passes
