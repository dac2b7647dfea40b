// Prints the result of `tesuji query --json` (docs/cli/query.md).
#pragma once

#include "backend/reference/derivation.h"
#include "backend/reference/notation.h"
#include "backend/reference/why_not.h"
#include "tools/base/report.h"

#include <vector>

namespace tesuji::tools {

/// Returns an array of objects, each from variables to terms.
[[nodiscard]] Json to_json(const std::vector<reference::Answer>& answers,
                           const reference::Query& query, const reference::Notation& notation);

[[nodiscard]] Json to_json(const reference::DerivationTree& tree, const reference::Program& program,
                           const reference::Notation& notation);

[[nodiscard]] Json to_json(const reference::Explanation& explanation,
                           const reference::Program& program, const reference::Notation& notation);

}  // namespace tesuji::tools
