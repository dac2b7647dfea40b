// Finds the domain from which a rule's variable takes its values.
#pragma once

#include "ir/module/module.h"

#include <vector>

namespace tesuji::passes {

/// The smallest domain that a positive literal of the body has for the variable; no_id where
/// none binds it. Requires domains.
[[nodiscard]] ir::DomainId narrowest_domain(const ir::Module& module, ir::VariableId variable,
                                            const std::vector<ir::Literal>& body);

}  // namespace tesuji::passes
