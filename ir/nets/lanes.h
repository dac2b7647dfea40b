// Code over lanes with the names of what it reads and writes: the IR's fourth level.
#pragma once

#include "ir/nets/lane_game.h"
#include "ir/nets/lane_graphs.h"
#include "ir/nets/net.h"

#include <variant>
#include <vector>

namespace tesuji::ir {

/// Graphs as build-lanes makes them, or programs as map-luts does.
using LaneCode = std::variant<LaneGraphs, LaneGame>;

struct Lanes {
  std::vector<NetAtom> fluents;  ///< by word of the state; of no relation: a place for none
  std::vector<NetAtom> goals;    ///< LaneGoal::goal is a position in it
  LaneCode code;
};

}  // namespace tesuji::ir
