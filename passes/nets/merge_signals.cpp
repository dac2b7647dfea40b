#include "passes/nets/merge_signals.h"

#include "passes/nets/net_copy.h"

namespace tesuji::passes {

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
  for (ir::NodeId node = 0; node < net.nodes.size(); ++node) {
    if (net.nodes[node].kind != Kind::fluent) continue;
    copy.set(node, copy.builder().add_fluent(net.nodes[node].first));
  }
  replace(Kind::fluent);
  copy.add_moves();
  replace(Kind::move);
  copy.add_gates([&](ir::NodeId node) { return same[node]; });
  return copy.take();
}

}  // namespace tesuji::passes
