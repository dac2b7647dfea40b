// Finds faults of a game in all of its short plays, breadth first.
#pragma once

#include "runtime/host/playouts/play_findings.h"

#include <cstdint>

namespace tesuji::runtime {

/// Explores the states that the fewest joint moves lead to, until `most_states` are known or the
/// game stops, and adds their faults to `findings`: for a known fault, a shorter play if there is
/// one. Sets PlayFindings::states if it explored all reachable states. Throws LimitReached as the
/// game does.
void look_at_short_plays(const Game& game, std::uint64_t most_states, PlayFindings& findings);

}  // namespace tesuji::runtime
