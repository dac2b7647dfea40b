#include "backend/proofs/sat/simulation.h"

#include <algorithm>

namespace tesuji::sat {

void Simulation::evaluate(const NetState& state, const NetMoves& moves) {
  std::vector<bool> made(net_.moves.size(), false);
  for (const std::uint32_t move : moves) {
    if (move != ir::no_id) made[move] = true;
  }
  for (ir::NodeId node = 0; node < net_.nodes.size(); ++node) {
    const ir::NetNode& some = net_.nodes[node];
    switch (some.kind) {
      case ir::NetNode::Kind::constant:
        values_[node] = false;
        break;
      case ir::NetNode::Kind::fluent:
        values_[node] = state[some.first];
        break;
      case ir::NetNode::Kind::move:
        values_[node] = made[some.first];
        break;
      case ir::NetNode::Kind::conjunction: {
        const auto inputs = net_.inputs_of(node);
        values_[node] = std::all_of(inputs.begin(), inputs.end(),
                                    [&](ir::Signal signal) { return value(signal); });
        break;
      }
    }
  }
}

NetState Simulation::next() const {
  NetState state(net_.fluents.size());
  for (std::size_t i = 0; i < state.size(); ++i) state[i] = value(net_.fluents[i].next);
  return state;
}

NetState Simulation::initial() const {
  NetState state(net_.fluents.size());
  for (std::size_t i = 0; i < state.size(); ++i) state[i] = net_.fluents[i].initially;
  return state;
}

}  // namespace tesuji::sat
