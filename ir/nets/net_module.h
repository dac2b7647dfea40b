// Wraps a net, or code over lanes, as a module for its text form.
#pragma once

#include "ir/nets/lanes.h"
#include "ir/nets/net.h"

#include <memory>

namespace tesuji::ir {

/// Returns a module at level nets that contains only `net`: it keeps the relations of `module` to
/// which the net's atoms belong, which must have domains, with the names and order of fluents,
/// moves, goals and percepts. Shares the symbols and sources.
[[nodiscard]] Module net_module(const Module& module, const Net& net);

/// Returns a module at level lanes that contains only `code`, built from such a net: it keeps the
/// names of fluents and goals. Fluents may have no relation.
[[nodiscard]] Module lane_module(const Module& module, const Net& net, LaneCode code);

}  // namespace tesuji::ir
