// Finds the domain from which a rule's variable takes its values.
#pragma once

#include "ir/module/module.h"

#include <vector>

namespace tesuji::passes {

/// Returns the smallest domain of a positive literal's column that contains the variable; no_id if
/// no literal binds it. Requires domains.
[[nodiscard]] ir::DomainId narrowest_domain(const ir::Module& module, ir::VariableId variable,
                                            const std::vector<ir::Literal>& body);

}  // namespace tesuji::passes
