// Builds the maintenance rules of a rule set (ir/module/maintenance.h).
//
// Not a pass of the pipeline: it does not change the rule set but builds another. Metarules
// synthesised from the facts order its premises (order_premises.h), always with the change first;
// once the conclusions' variables are bound the rest becomes an existence test
// (introduce_exists.h), and conclusions that are already present end it (insert_absent.h). A rule
// for losses also requires that the lost fact is present, which narrows the search as soon as its
// variables are bound.
#pragma once

#include "ir/module/maintenance.h"

namespace tesuji::passes {

/// The module must be add-only (ir::add_only), with its changeable base facts in memory relations.
/// Ignores existence tests and absent-checks in it.
[[nodiscard]] ir::MaintenanceRules maintenance_rules(const ir::Module& module);

}  // namespace tesuji::passes
