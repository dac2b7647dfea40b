// Makes the maintenance rules of a rule set (ir/module/maintenance.h).
//
// Not a pass of the pipeline: it leaves the rule set as it is and makes another. Its
// premises are ordered by metarules synthesised from the facts (order_premises.h), the
// change always first; once the conclusions' variables are bound the rest becomes an
// existence test (introduce_exists.h), and conclusions that are there already end it
// (insert_absent.h). A rule that loses something also asks for it to be there, which it
// must be: that narrows the search as soon as its variables are bound.
#pragma once

#include "ir/module/maintenance.h"

namespace tesuji::passes {

/// The module must be add-only (ir::add_only), its base facts that may change in memory
/// relations. Existence tests and absent-checks in it are not looked at.
[[nodiscard]] ir::MaintenanceRules maintenance_rules(const ir::Module& module);

}  // namespace tesuji::passes
