// Finds literals of a rule's body that test whether two tuples differ.
//
//   hit(X, Y) :- at(U, V), different (X, Y) (U, V)
//
// A static relation that contains exactly the pairs of different tuples, `different_cells(X, Y, U,
// V)`, is an equivalent test in the rulesheet's own terms.
#pragma once

#include "ir/module/module.h"

#include <cstddef>
#include <optional>
#include <utility>
#include <vector>

namespace tesuji::passes {

/// Pairs of arguments of which at least one must consist of different constants.
using ArgumentPairs = std::vector<std::pair<ir::Argument, ir::Argument>>;

/// Returns the pairs, at least two, that literal number `position` of a body compares, if it has no
/// other effect: other literals bind its variables to values of its columns. `is_static`, by
/// relation: whether it is fully defined by its facts. Requires domains.
[[nodiscard]] std::optional<ArgumentPairs> find_inequality(const ir::Module& module,
                                                           const std::vector<bool>& is_static,
                                                           const std::vector<ir::Literal>& body,
                                                           std::size_t position);

}  // namespace tesuji::passes
