// Finds faults of a game in all of its short plays, breadth first.
#pragma once

#include "runtime/host/playouts/play_findings.h"

#include <cstdint>

namespace tesuji::runtime {

/// Looks at the states that the fewest joint moves lead to, until `most_states` are known or the
/// game stops, and adds to `findings` what they show: of faults that are known a play that is
/// shorter, if there is one. Sets PlayFindings::states where all reachable ones were looked at.
/// Throws LimitReached as the game does.
void look_at_short_plays(const Game& game, std::uint64_t most_states, PlayFindings& findings);

}  // namespace tesuji::runtime
