// Represents code over lanes with the names of its inputs and outputs, the IR's fourth level: a
// game as XOR-AND graphs, or as the programs built from these (lane_game.h).
#pragma once

#include "ir/nets/lane_game.h"
#include "ir/nets/net.h"
#include "ir/nets/xag.h"

#include <cstdint>
#include <variant>
#include <vector>

namespace tesuji::ir {

// --- Graphs

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

// --- Code over lanes

/// Graphs as created by build-lanes, or programs as created by map-luts.
using LaneCode = std::variant<LaneGraphs, LaneGame>;

struct Lanes {
  std::vector<NetAtom> fluents;  ///< by word of the state; an unused word has no relation
  std::vector<NetAtom> goals;    ///< LaneGoal::goal is a position in it
  LaneCode code;
};

}  // namespace tesuji::ir
