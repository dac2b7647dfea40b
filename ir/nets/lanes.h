// Represents code over lanes with the names of its inputs and outputs: the IR's fourth level.
#pragma once

#include "ir/nets/lane_game.h"
#include "ir/nets/lane_graphs.h"
#include "ir/nets/net.h"

#include <variant>
#include <vector>

namespace tesuji::ir {

/// Graphs as created by build-lanes, or programs as created by map-luts.
using LaneCode = std::variant<LaneGraphs, LaneGame>;

struct Lanes {
  std::vector<NetAtom> fluents;  ///< by word of the state; an unused word has no relation
  std::vector<NetAtom> goals;    ///< LaneGoal::goal is a position in it
  LaneCode code;
};

}  // namespace tesuji::ir
