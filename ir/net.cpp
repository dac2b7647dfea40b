#include "ir/net.h"

namespace tesuji::ir {

std::vector<bool> cone_of(const Net& net, std::span<const Signal> roots) {
  std::vector<bool> needed(net.nodes.size(), false);
  for (const Signal root : roots) needed[node_of(root)] = true;
  for (NodeId node = static_cast<NodeId>(net.nodes.size()); node-- > 0;) {
    if (!needed[node] || net.nodes[node].kind != NetNode::Kind::conjunction) continue;
    for (const Signal input : net.inputs_of(node)) needed[node_of(input)] = true;
  }
  return needed;
}

std::uint64_t count_gates(const Net& net, std::span<const Signal> roots) {
  const std::vector<bool> needed = cone_of(net, roots);
  std::uint64_t gates = 0;
  for (NodeId node = 0; node < net.nodes.size(); ++node) {
    if (needed[node] && net.nodes[node].kind == NetNode::Kind::conjunction) {
      gates += net.nodes[node].count - 1;
    }
  }
  return gates;
}

}  // namespace tesuji::ir
