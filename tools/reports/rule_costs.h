// Says in a table which rules take the time of play, from counts of the interpreter.
#pragma once

#include "passes/analysis/profile.h"

#include <cstddef>
#include <string>

namespace tesuji::tools {

/// One line for each rule, the slowest first, at most `most` of them and one for the others. The
/// plans of a rule (for new tuples of a recursive relation) are added up. Empty without times.
[[nodiscard]] std::string rule_costs_text(const passes::Profile& profile, std::size_t most = 12);

}  // namespace tesuji::tools
