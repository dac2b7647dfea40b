// Reduces the slots and literals of a network without changing its counters.
#pragma once

#include "backend/features/views/literal_tree.h"

#include <vector>

namespace tesuji::views {

/// Merges slots that have the same conjunctions, lets conjunctions share equal prefixes, and
/// removes everything that no counter needs. A slot that is a single conjunction counts as its
/// literals: line(a1,c1) and line(c1,a1), read from either end, are the same three squares.
///
///   before:  p <- a, b    q <- b, a    counter <- p, c    counter <- q, d
///   after:   p <- a, b                 counter <- p, c    counter <- p, d
///
/// Renumbers slots in an order in which they can be evaluated (literal_tree.h). Returns the cycles
/// of that order.
[[nodiscard]] std::vector<Cycle> simplify(LiteralTree& tree);

}  // namespace tesuji::views
