// Parts of a body that have nothing to do with each other.
#pragma once

#include "ir/core/argument.h"

#include <cstddef>
#include <set>
#include <vector>

namespace tesuji::passes {

/// Operations that hang together by variables, and those variables.
struct Part {
  std::vector<std::size_t> members;  ///< positions, ascending
  std::set<ir::VariableId> variables;
};

/// Parts of operations that share variables, directly or through others: `open[i]` are
/// the variables of operation `i` that are not bound before all of them. In the order of
/// their first members.
[[nodiscard]] std::vector<Part> independent_parts(
    const std::vector<std::set<ir::VariableId>>& open);

}  // namespace tesuji::passes
