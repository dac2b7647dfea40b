// Puts constants in the place of some inputs of a net.
//
//   before:  legal legal.go(white) = and(true.control(white), x)
//            legal legal.wait(white) = true.control(black)
//   after, where true.control(white) is fixed to true and true.control(black) to false:
//            legal legal.go(white) = x       legal legal.wait(white) = false
//
// Fluents and moves stay listed, and so do their nodes; what was fixed is read by nothing any more.
// Nothing else changes but that gates come out smaller: for states and moves with these values
// it is the same net.
#pragma once

#include "ir/nets/net.h"

#include <cstddef>
#include <optional>
#include <vector>

namespace tesuji::passes {

/// By node, what a fluent or a move is fixed to; of other nodes it is not looked at.
using FixedInputs = std::vector<std::optional<bool>>;

/// Gates are made anew, those only that answers need; `most_flattened` is as in net_builder.h.
/// Takes time in proportion to the net.
[[nodiscard]] ir::Net fix_inputs(const ir::Net& net, const FixedInputs& fixed,
                                 std::size_t most_flattened);

}  // namespace tesuji::passes
