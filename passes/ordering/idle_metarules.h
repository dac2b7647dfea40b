// Finds ordering metarules that match no premise of the rules.
#pragma once

#include "ir/core/diagnostics.h"
#include "ir/formulas/metarule.h"
#include "ir/module/module.h"

#include <vector>

namespace tesuji::passes {

/// Warns (code "unmatched") of metarules that match nothing, because neither clauses nor production
/// rules of the module have a relation with this name and number of arguments in that place. The
/// module of a game has the rules as passes left them.
void warn_of_idle(const std::vector<ir::OrderingMetarule>& metarules, const ir::Module& module,
                  ir::Diagnostics& diagnostics);

}  // namespace tesuji::passes
