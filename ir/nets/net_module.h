// A net, and code over lanes, as modules of their own, for their text form.
#pragma once

#include "ir/nets/lanes.h"
#include "ir/nets/net.h"

#include <memory>

namespace tesuji::ir {

/// The module at level nets that is `net` alone: of `module`, whose relations the net's
/// atoms are of and which has domains, it keeps the names and order of fluents, moves,
/// goals and percepts. The symbols and sources are shared.
[[nodiscard]] Module net_module(const Module& module, const Net& net);

/// The module at level lanes that is `code` alone, which was made of such a net: it keeps the names
/// of fluents and goals. Fluents may be of no relation.
[[nodiscard]] Module lane_module(const Module& module, const Net& net, LaneCode code);

}  // namespace tesuji::ir
