// Splits a body into parts that share no variables.
#pragma once

#include "ir/core/argument.h"

#include <cstddef>
#include <set>
#include <vector>

namespace tesuji::passes {

/// Operations connected by variables, and those variables.
struct Part {
  std::vector<std::size_t> members;  ///< positions, ascending
  std::set<ir::VariableId> variables;
};

/// Returns the parts: operations that share variables, directly or through others. `open[i]` are
/// the variables of operation `i` that are not bound before the body. Ordered by their first
/// members.
[[nodiscard]] std::vector<Part> independent_parts(
    const std::vector<std::set<ir::VariableId>>& open);

}  // namespace tesuji::passes
