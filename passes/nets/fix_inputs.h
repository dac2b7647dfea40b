// Replaces some inputs of a net by constants.
//
//   before:  legal legal.go(white) = and(true.control(white), x)
//            legal legal.wait(white) = true.control(black)
//   after, where true.control(white) is fixed to true and true.control(black) to false:
//            legal legal.go(white) = x       legal legal.wait(white) = false
//
// Fluents and moves stay listed, as do their nodes; fixed ones are no longer read. Otherwise only
// the number of gates changes: for states and moves with these values the net is equivalent.
#pragma once

#include "ir/nets/net.h"

#include <cstddef>
#include <optional>
#include <vector>

namespace tesuji::passes {

/// By node: the constant for a fluent or move; ignored for other nodes.
using FixedInputs = std::vector<std::optional<bool>>;

/// Rebuilds only the gates that answers need; `most_flattened` is as in net_builder.h. Takes time
/// proportional to the net.
[[nodiscard]] ir::Net fix_inputs(const ir::Net& net, const FixedInputs& fixed,
                                 std::size_t most_flattened);

}  // namespace tesuji::passes
