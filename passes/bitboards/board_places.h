// Where fluents lie in a state so that bitboards find them at once.
#pragma once

#include "ir/nets/net.h"
#include "ir/nets/net_cases.h"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace tesuji::passes {

/// Places for place_fluents.h.
struct BoardFluents {
  std::vector<std::uint32_t> places;  ///< by fluent of the net
  std::size_t count = 0;              ///< of places
};

/// The fluents of each word that boards begin with side by side, in the order of its bits and not
/// across the words of a state, and all others in the gaps and behind. No places where boards
/// answer for less than half of the gates of a step: what is left to gates is packed best in the
/// order of the net.
[[nodiscard]] BoardFluents board_places(const ir::Net& net, const ir::NetCases& cases);

}  // namespace tesuji::passes
