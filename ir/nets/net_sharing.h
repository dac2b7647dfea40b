// Decides whether questions of a net share enough nodes to be evaluated together.
#pragma once

#include "ir/nets/net.h"

namespace tesuji::ir {

/// Whether legal moves and terminal, asked together, need a good deal less than each by itself: a
/// quarter of the gates of the smaller one. Then they are asked together.
[[nodiscard]] bool shares_position(const Net& net);

}  // namespace tesuji::ir
