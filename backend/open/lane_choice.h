// Chooses what lanes are made of where facts are proved of a net: as few operations as can be had.
#pragma once

#include "backend/driver/games/lanes.h"

namespace tesuji::driver {

/// Chooses, where facts are known of the net (net_facts.h), among it, the net without them, and
/// these with fewer fluents: the one of the fewest operations and words in programs. `whole`: the
/// net is the whole game, so that it need not have all fluents. The choice is kept in
/// options.cache.
void choose_lane_net(GroundGame& ground, bool whole, const MoveWeights& weights,
                     const Options& options, Session& session);

}  // namespace tesuji::driver
