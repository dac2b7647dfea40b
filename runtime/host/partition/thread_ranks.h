// Runs ranks as threads of this process.
#pragma once

#include "runtime/host/partition/ranks.h"

#include <functional>

namespace tesuji::runtime {

/// Runs `body` on this many ranks (at least 1), each on its own thread, the first on the caller's.
/// If one throws, the others' collective calls throw RankLost; rethrows the first exception that is
/// not a RankLost.
void run_on_threads(unsigned count, const std::function<void(Ranks&)>& body);

}  // namespace tesuji::runtime
