// Decides whether questions of a net share enough nodes to be evaluated together.
#pragma once

#include "ir/nets/net.h"

namespace tesuji::ir {

/// Whether evaluating legal moves and terminal together saves at least a quarter of the gates of
/// the smaller one. Then they are evaluated together.
[[nodiscard]] bool shares_position(const Net& net);

}  // namespace tesuji::ir
