// Describes a production rule's premises as literals for metarules.
#pragma once

#include "ir/module/module.h"
#include "passes/core/metarules.h"

#include <vector>

namespace tesuji::passes {

/// Returns views of premises (ir/module/agenda_premises.h), in their order; the module owns the
/// names.
[[nodiscard]] std::vector<LiteralView> views_of(const ir::Module& module,
                                                const std::vector<ir::Operation>& premises);

}  // namespace tesuji::passes
