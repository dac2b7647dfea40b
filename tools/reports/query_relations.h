// Finds misspelt relation names in a query.
#pragma once

#include "backend/reference/program.h"
#include "ir/core/diagnostics.h"

namespace tesuji::tools {

/// Warns (codes "undefined", "arity") of relations in a query that no clause of the rulesheet
/// defines, and suggests names.
void warn_of_unknown_relations(const reference::Query& query, const reference::Program& program,
                               ir::Diagnostics& diagnostics);

}  // namespace tesuji::tools
