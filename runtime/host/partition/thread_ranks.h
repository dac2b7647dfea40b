// Ranks that are threads of this process.
#pragma once

#include "runtime/host/partition/ranks.h"

#include <functional>

namespace tesuji::runtime {

/// Runs `body` on so many ranks (at least 1), each on its own thread, the first on the caller's.
/// Where one throws, the others' collective calls throw RankLost; the first exception that is none
/// of these is thrown again.
void run_on_threads(unsigned count, const std::function<void(Ranks&)>& body);

}  // namespace tesuji::runtime
