// Verifies bitboards: what native code relies on without looking again.
#pragma once

#include "ir/core/diagnostics.h"
#include "ir/nets/bitboards.h"
#include "ir/nets/net.h"

namespace tesuji::ir {

/// Reports (code "ir") where words do not come after their operands, or read fluents, moves or
/// inputs that are not there; where shifts are by a word or more; and where answers are not as many
/// as the net's. True where nothing is wrong.
[[nodiscard]] bool verify(const Net& net, const Bitboards& boards, Diagnostics& diagnostics);

}  // namespace tesuji::ir
