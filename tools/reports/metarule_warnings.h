// Reads metarules from a file and checks them against given rules.
#pragma once

#include "backend/driver/session.h"
#include "ir/formulas/metarule.h"
#include "ir/module/module.h"

#include <optional>
#include <string>
#include <vector>

namespace tesuji::tools {

/// Reads a file of ordering metarules. Warns (code "unmatched") of those that cannot match any
/// premise of these production rules, because none has such a relation with that arity. Returns
/// nothing if the file is wrong, which is reported.
[[nodiscard]] std::optional<std::vector<ir::OrderingMetarule>> load_metarules_for(
    const ir::Module& module, const std::string& path, driver::Session& session);

}  // namespace tesuji::tools
