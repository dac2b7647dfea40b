// Nets as text, for people: inputs, gates and outputs by the names of their atoms.
#pragma once

#include "ir/net.h"

#include <string>

namespace tesuji::ir {

/// One line per fluent, move, node that is needed, and answer; the gates are `n17 = and(..)`,
/// with `!` for complements. `module`: the one whose relations the net's atoms are of.
[[nodiscard]] std::string print_net(const Module& module, const Net& net);

}  // namespace tesuji::ir
