#include "passes/nets/net_copy.h"

namespace tesuji::passes {

// --- Equal signals

ir::Net merge_signals(const ir::Net& net, const std::vector<ir::Signal>& same,
                      std::size_t most_flattened) {
  using Kind = ir::NetNode::Kind;
  NetCopy copy(net, most_flattened);
  const auto replace = [&](Kind kind) {
    for (ir::NodeId node = 0; node < net.nodes.size(); ++node) {
      if (net.nodes[node].kind == kind && same[node] != ir::signal_of(node)) {
        copy.set(node, copy.at(same[node]));  // equal to an input or a constant
      }
    }
  };
  copy.add_fluents();
  replace(Kind::fluent);
  copy.add_moves();
  replace(Kind::move);
  copy.add_gates([&](ir::NodeId node) { return same[node]; });
  return copy.take();
}

// --- Fixed inputs

ir::Net fix_inputs(const ir::Net& net, const FixedInputs& fixed, std::size_t most_flattened) {
  std::vector<ir::Signal> same;
  same.reserve(net.nodes.size());
  for (ir::NodeId node = 0; node < net.nodes.size(); ++node) {
    same.push_back(ir::signal_of(node));
    const bool is_input = net.nodes[node].kind == ir::NetNode::Kind::fluent ||
                          net.nodes[node].kind == ir::NetNode::Kind::move;
    if (is_input && fixed[node]) same[node] = *fixed[node] ? ir::true_signal : ir::false_signal;
  }
  return merge_signals(net, same, most_flattened);
}

}  // namespace tesuji::passes
