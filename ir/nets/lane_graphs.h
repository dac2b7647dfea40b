// Represents a game as XOR-AND graphs over lanes, from which its programs (lane_game.h) are built.
#pragma once

#include "ir/nets/lane_game.h"
#include "ir/nets/xag.h"

#include <cstdint>
#include <vector>

namespace tesuji::ir {

/// Fields have the same meaning as in LanePhase.
struct LaneGraphPhase {
  std::uint32_t fluent = no_id;
  Xag tick;
  std::uint32_t random_words = 0;
};

/// Fields have the same meaning as in LaneGame.
struct LaneGraphs {
  std::uint32_t fluents = 0;
  std::vector<LaneGraphPhase> phases;
  Xag goals;
  std::vector<LaneGoal> answers;
};

}  // namespace tesuji::ir
