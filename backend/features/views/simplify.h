// Reduces the slots and literals of a network without changing its counters.
#pragma once

#include "backend/features/views/literal_tree.h"
#include "backend/features/views/slot_order.h"

#include <vector>

namespace tesuji::views {

/// Slots that have the same conjunctions become one, and conjunctions that begin alike share what
/// they have in common; what no counter needs is left out. A slot that is one conjunction counts as
/// its literals there: line(a1,c1) and line(c1,a1), run through from either end, are the same three
/// squares.
///
///   before:  p <- a, b    q <- b, a    counter <- p, c    counter <- q, d
///   after:   p <- a, b                 counter <- p, c    counter <- p, d
///
/// Slots are numbered anew, in an order in which they can be settled (slot_order.h). Returns the
/// cycles of that order.
[[nodiscard]] std::vector<Cycle> simplify(LiteralTree& tree);

}  // namespace tesuji::views
