#include "passes/lanes/net_to_xag.h"

namespace tesuji::passes {

using ir::NetNode;
using ir::node_of;
using ir::NodeId;
using ir::Signal;

NetTranslator::NetTranslator(const ir::Net& net, XagBuilder& build)
    : net_(net),
      build_(build),
      known_(net.nodes.size() + 1),
      fluents_(net.fluents.size(), static_cast<NodeId>(net.nodes.size())),  // not a node
      moves_(net.moves.size(), static_cast<NodeId>(net.nodes.size())) {
  for (NodeId node = 0; node < net.nodes.size(); ++node) {
    const NetNode& input = net.nodes[node];
    if (input.kind == NetNode::Kind::constant) known_[node] = ir::false_signal;
    if (input.kind == NetNode::Kind::fluent) fluents_[input.first] = node;
    if (input.kind == NetNode::Kind::move) moves_[input.first] = node;
  }
}

Signal NetTranslator::translate(Signal signal) {
  std::vector<NodeId> stack{node_of(signal)};
  std::vector<Signal> inputs;
  while (!stack.empty()) {
    const NodeId node = stack.back();
    if (known_[node]) {
      stack.pop_back();
      continue;
    }
    const std::size_t before = stack.size();
    for (const Signal input : net_.inputs_of(node)) {
      if (!known_[node_of(input)]) stack.push_back(node_of(input));
    }
    if (stack.size() > before) continue;
    inputs.clear();
    for (const Signal input : net_.inputs_of(node)) {
      inputs.push_back(*known_[node_of(input)] ^ (input & 1U));
    }
    known_[node] = build_.all_of(inputs);
    stack.pop_back();
  }
  return *known_[node_of(signal)] ^ (signal & 1U);
}

}  // namespace tesuji::passes
