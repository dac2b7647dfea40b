// Finds questions whether two tuples differ, in a rule's body.
//
//   hit(X, Y) :- at(U, V), different (X, Y) (U, V)
//
// A static relation of exactly the pairs of tuples that differ, `different_cells(X, Y, U, V)`, is
// the same question in the words of a rulesheet.
#pragma once

#include "ir/module/module.h"

#include <cstddef>
#include <optional>
#include <utility>
#include <vector>

namespace tesuji::passes {

/// Pairs of arguments of which at least one has to be two constants that differ.
using ArgumentPairs = std::vector<std::pair<ir::Argument, ir::Argument>>;

/// The pairs, at least two, that literal number `position` of a body compares, if that is all that
/// it says: its variables are bound by other literals, which leave no more values for them.
/// `is_static`, by relation: its facts are all that is true of it. Requires domains.
[[nodiscard]] std::optional<ArgumentPairs> find_inequality(const ir::Module& module,
                                                           const std::vector<bool>& is_static,
                                                           const std::vector<ir::Literal>& body,
                                                           std::size_t position);

}  // namespace tesuji::passes
