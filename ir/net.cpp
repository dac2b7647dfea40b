#include "ir/net.h"

namespace tesuji::ir {

std::uint64_t count_gates(const Net& net) {
  std::uint64_t gates = 0;
  for (const NetNode& node : net.nodes) {
    if (node.kind == NetNode::Kind::conjunction) gates += node.count - 1;
  }
  return gates;
}

std::vector<bool> cone_of(const Net& net, std::span<const Signal> roots) {
  std::vector<bool> needed(net.nodes.size(), false);
  for (const Signal root : roots) needed[node_of(root)] = true;
  for (NodeId node = static_cast<NodeId>(net.nodes.size()); node-- > 0;) {
    if (!needed[node] || net.nodes[node].kind != NetNode::Kind::conjunction) continue;
    for (const Signal input : net.inputs_of(node)) needed[node_of(input)] = true;
  }
  return needed;
}

}  // namespace tesuji::ir
