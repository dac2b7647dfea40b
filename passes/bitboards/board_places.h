// Places fluents in a state so that bitboards can read them directly.
#pragma once

#include "ir/nets/net.h"
#include "ir/nets/net_cases.h"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace tesuji::passes {

/// Places, for place_fluents.h.
struct BoardFluents {
  std::vector<std::uint32_t> places;  ///< by fluent of the net
  std::size_t count = 0;              ///< number of places
};

/// Places the fluents of each input word side by side, in the order of its bits and within one word
/// of the state, and all others in the gaps and after them. Returns no places if boards answer less
/// than half of a step's gates: gates are best packed in the order of the net.
[[nodiscard]] BoardFluents board_places(const ir::Net& net, const ir::NetCases& cases);

}  // namespace tesuji::passes
