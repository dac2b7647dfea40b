#include "passes/nets/fix_inputs.h"

#include "passes/nets/merge_signals.h"

namespace tesuji::passes {

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
