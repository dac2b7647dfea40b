// Prints programs over lanes as text (`tesuji dump --emit=lanes`).
#pragma once

#include "ir/nets/lane_game.h"
#include "ir/nets/lane_graphs.h"
#include "ir/nets/net.h"

#include <string>

namespace tesuji::ir {

/// The phases and the goals: inputs and outputs by the names of the net's atoms, operations `v1`,
/// `v2`, .. as tables in binary, whose highest bit is the value where all three operands hold.
[[nodiscard]] std::string print(const LaneGame& game, const Module& module, const Net& net);

/// The same of graphs: gates `n5 = and true.at(1) !n4`, numbered as the nodes are.
[[nodiscard]] std::string print(const LaneGraphs& graphs, const Module& module, const Net& net);

}  // namespace tesuji::ir
