// Puts signals in the place of nodes that are known to be equal to them.
//
//   before:  n1 = and(not true.cell(1, x), not true.cell(1, o))     legal legal.mark(1) = n1
//   after, where n1 is true.cell(1, b):                             legal legal.mark(1) =
//   true.cell(1, b)
//
// Only gates that answers need are made anew. Fluents and moves stay listed, and so do their
// nodes; those that were replaced are read by nothing any more.
#pragma once

#include "ir/nets/net.h"

#include <cstddef>
#include <vector>

namespace tesuji::passes {

/// `same`: by node, a signal of an earlier node, all inputs being before all gates, or its own.
/// `most_flattened` is as in net_builder.h. Takes time in proportion to the net.
[[nodiscard]] ir::Net merge_signals(const ir::Net& net, const std::vector<ir::Signal>& same,
                                    std::size_t most_flattened);

}  // namespace tesuji::passes
