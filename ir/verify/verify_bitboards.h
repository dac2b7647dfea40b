// Verifies bitboards: the properties that native code relies on without checking.
#pragma once

#include "ir/core/diagnostics.h"
#include "ir/nets/bitboards.h"
#include "ir/nets/net.h"

namespace tesuji::ir {

/// Reports (code "ir") words that precede their operands, or read missing fluents, moves or inputs;
/// shifts by a word or more; and answers whose number differs from the net's. Returns true if there
/// is no fault.
[[nodiscard]] bool verify(const Net& net, const Bitboards& boards, Diagnostics& diagnostics);

}  // namespace tesuji::ir
