// Chooses what native code is made of where facts are proved of a net: what is faster.
#pragma once

#include "backend/driver/games/net.h"

#include <memory>

namespace tesuji::driver {

/// Makes native code of the net with its facts and of the net without them, lets both play random
/// games for some milliseconds, and keeps the faster one in `ground`, specialised: fewer gates are
/// not always faster, since regular ones share words. Which one it is is kept in options.cache.
/// Returns its game; null, with `ground` as it was, where there are no facts, or where they are
/// those of options.invariants, which are used without a comparison.
[[nodiscard]] std::shared_ptr<const runtime::Game> choose_native_net(GroundGame& ground,
                                                                     const Options& options);

}  // namespace tesuji::driver
