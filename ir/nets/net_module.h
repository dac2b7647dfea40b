// A net as a module of its own, for its text form.
#pragma once

#include "ir/nets/net.h"

#include <memory>

namespace tesuji::ir {

/// The module at level nets that is `net` alone: of `module`, whose relations the net's
/// atoms are of and which has domains, it keeps the names and order of fluents, moves,
/// goals and percepts. The symbols and sources are shared.
[[nodiscard]] Module net_module(const Module& module, const Net& net);

}  // namespace tesuji::ir
