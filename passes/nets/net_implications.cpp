#include "passes/nets/net_implications.h"

namespace tesuji::passes {

// --- Uses of nodes

NetUses::NetUses(const ir::Net& net) : first_(net.nodes.size() + 1, 0) {
  const auto each_use = [&](const auto& found) {
    for (ir::NodeId node = 0; node < net.nodes.size(); ++node) {
      if (net.nodes[node].kind != ir::NetNode::Kind::conjunction) continue;
      for (const ir::Signal input : net.inputs_of(node)) found(node, input);
    }
  };
  each_use([&](ir::NodeId, ir::Signal input) { ++first_[ir::node_of(input) + 1]; });
  for (std::size_t i = 1; i < first_.size(); ++i) first_[i] += first_[i - 1];
  uses_.resize(first_.back());
  std::vector<std::uint32_t> next = first_;
  each_use([&](ir::NodeId node, ir::Signal input) {
    uses_[next[ir::node_of(input)]++] = ir::signal_of(node) | (input & 1U);
  });
}

// --- Implications

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
