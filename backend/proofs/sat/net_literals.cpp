#include "backend/proofs/sat/net_literals.h"

namespace tesuji::sat {

Literal NetLiterals::of(ir::Signal signal, Gates& gates) {
  if (nodes_.empty()) nodes_.assign(net_->nodes.size(), 0);
  std::vector<ir::NodeId> open{ir::node_of(signal)};
  while (!open.empty()) {
    const ir::NodeId node = open.back();
    if (nodes_[node] != 0) {
      open.pop_back();
      continue;
    }
    const ir::NetNode& some = net_->nodes[node];
    if (some.kind == ir::NetNode::Kind::conjunction) {
      std::vector<Literal> parts;
      bool ready = true;
      for (const ir::Signal part : net_->inputs_of(node)) {
        const Literal known = nodes_[ir::node_of(part)];
        if (known == 0) open.push_back(ir::node_of(part));
        ready = ready && known != 0;
        parts.push_back(ir::is_complemented(part) ? -known : known);
      }
      if (!ready) continue;
      nodes_[node] = gates.all_of(std::move(parts));
    } else {
      nodes_[node] =
          some.kind == ir::NetNode::Kind::fluent ? fluents_[some.first] : gates.falsity();
    }
    open.pop_back();
  }
  const Literal found = nodes_[ir::node_of(signal)];
  return ir::is_complemented(signal) ? -found : found;
}

}  // namespace tesuji::sat
