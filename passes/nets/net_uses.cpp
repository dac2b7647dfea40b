#include "passes/nets/net_uses.h"

namespace tesuji::passes {

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

}  // namespace tesuji::passes
