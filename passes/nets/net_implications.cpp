#include "passes/nets/net_implications.h"

namespace tesuji::passes {

using ir::NodeId;
using ir::Signal;

NetImplications::NetImplications(const ir::Net& net)
    : uses_(net), values_(net.nodes.size(), Value::open), missing_(net.nodes.size(), 0) {
  for (NodeId node = 0; node < net.nodes.size(); ++node) {
    if (net.nodes[node].kind == ir::NetNode::Kind::conjunction) {
      missing_[node] = net.nodes[node].count;
    }
  }
  set(ir::node_of(ir::false_signal), false);
  conclude();
  known_.clear();  // these are permanent
  concluded_ = 0;
}

void NetImplications::set(NodeId node, bool value) {
  values_[node] = value ? Value::yes : Value::no;
  known_.push_back(node);
}

void NetImplications::assume(NodeId input, bool value) {
  if (values_[input] == Value::open) set(input, value);
  conclude();
}

void NetImplications::conclude() {
  for (; concluded_ < known_.size(); ++concluded_) {
    const NodeId node = known_[concluded_];
    for (const Signal use : uses_.of(node)) {
      const NodeId gate = ir::node_of(use);
      const bool input_holds = holds(use, values_[node]);
      if (input_holds) --missing_[gate];
      if (values_[gate] != Value::open) continue;
      if (!input_holds || missing_[gate] == 0) set(gate, input_holds);
    }
  }
}

std::optional<bool> NetImplications::value(Signal signal) const {
  const Value node = values_[ir::node_of(signal)];
  if (node == Value::open) return std::nullopt;
  return holds(signal, node);
}

void NetImplications::forget() {
  for (const NodeId node : known_) {
    for (const Signal use : uses_.of(node)) {
      if (holds(use, values_[node])) ++missing_[ir::node_of(use)];
    }
  }
  for (const NodeId node : known_) values_[node] = Value::open;
  known_.clear();
  concluded_ = 0;
}

}  // namespace tesuji::passes
