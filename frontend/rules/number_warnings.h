// Warns of comparisons and functions of production rules that never hold, since a side or an
// argument has no values that are numbers.
#pragma once

#include "frontend/rules/rules_ast.h"
#include "ir/core/diagnostics.h"
#include "ir/module/module.h"

#include <map>

namespace tesuji::frontend {

/// `module`: with the domains of the relations' columns, whose ids these are. Warnings have the
/// code "compare" or "compute".
void warn_of_names_as_numbers(const RuleSet& rules, const std::map<ir::Symbol, ir::RelationId>& ids,
                              const ir::Module& module, ir::Diagnostics& diagnostics);

}  // namespace tesuji::frontend
