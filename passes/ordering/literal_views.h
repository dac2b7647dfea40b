// Describes the body of a clause, and the premises of a production rule, as literals for metarules
// (passes/core/metarules.h).
#pragma once

#include "ir/module/module.h"
#include "passes/core/metarules.h"

#include <vector>

namespace tesuji::passes {

// --- Clauses
//
// Describes a clause's body as literals for metarules (passes/core/metarules.h).
//
// Relations have their names in the IR, which are those of the rulesheet with nested terms
// flattened: `(true (cell ?x ?y b))` is `true.cell` with three arguments, as metarules are also
// read (frontend/rules/metarules_parser.h). The two tuples of a comparison form one list of
// arguments.

/// Returns views of the rule's body literals, in its order. They point into the module.
[[nodiscard]] std::vector<LiteralView> views_of(const ir::Module& module, const ir::Rule& rule);

// --- Production rules

/// Returns views of premises (ir/module/agenda_premises.h), in their order; the module owns the
/// names.
[[nodiscard]] std::vector<LiteralView> views_of(const ir::Module& module,
                                                const std::vector<ir::Operation>& premises);

}  // namespace tesuji::passes
