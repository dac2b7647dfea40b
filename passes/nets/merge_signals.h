// Replaces nodes by signals that are known to be equal to them.
//
//   before:  n1 = and(not true.cell(1, x), not true.cell(1, o))     legal legal.mark(1) = n1
//   after, where n1 is true.cell(1, b):     legal legal.mark(1) = true.cell(1, b)
//
// Rebuilds only gates that answers need. Fluents and moves stay listed, as do their nodes; replaced
// ones are no longer read.
#pragma once

#include "ir/nets/net.h"

#include <cstddef>
#include <vector>

namespace tesuji::passes {

/// `same`: by node, a signal of an earlier node, or its own; all inputs must precede all gates.
/// `most_flattened` is as in net_builder.h. Takes time proportional to the net.
[[nodiscard]] ir::Net merge_signals(const ir::Net& net, const std::vector<ir::Signal>& same,
                                    std::size_t most_flattened);

}  // namespace tesuji::passes
