// Describes a production rule's premises as metarules see them.
#pragma once

#include "ir/module/module.h"
#include "passes/core/metarules.h"

#include <vector>

namespace tesuji::passes {

/// Views of premises (ir/module/agenda_premises.h), in their order; names stay the module's.
[[nodiscard]] std::vector<LiteralView> views_of(const ir::Module& module,
                                                const std::vector<ir::Operation>& premises);

}  // namespace tesuji::passes
