// Prints explanations of failure as text.
#pragma once

#include "backend/reference/notation.h"
#include "backend/reference/why_not.h"

#include <string>

namespace tesuji::reference {

/// Prints one paragraph per clause, deeper levels indented. `query`: the original query.
[[nodiscard]] std::string why_not_text(const Explanation& explanation, const Query& query,
                                       const Program& program, const Notation& notation);

}  // namespace tesuji::reference
