// All states of a small game, held against the reference reasoner, which knows nothing of lowering
// and domains.
#pragma once

#include "tests/property/all_states.h"

#include <string>

namespace tesuji::tests {

/// What the reference reasoner says otherwise of end, legal moves and next states of the rulesheet;
/// empty where there is nothing. `session`: any.
[[nodiscard]] std::string compare_with_reference(AllStates& states, const std::string& kif);

}  // namespace tesuji::tests
