#include "passes/lanes/xag_builder.h"

namespace tesuji::passes {

// --- Gates

using ir::complement;
using ir::false_signal;
using ir::node_of;
using ir::NodeId;
using ir::Signal;
using ir::signal_of;
using ir::true_signal;
using ir::XagNode;

XagBuilder::XagBuilder() {
  graph_.nodes.push_back({});
}

Signal XagBuilder::input(std::uint32_t array, std::uint32_t index) {
  const std::uint64_t key = std::uint64_t{array} << 32U | index;
  const auto [place, is_new] = inputs_.try_emplace(key, static_cast<NodeId>(graph_.nodes.size()));
  if (is_new) {
    graph_.nodes.push_back(
        {XagNode::Kind::input, static_cast<Signal>(graph_.inputs.size()), false_signal});
    graph_.inputs.push_back({array, index});
  }
  return signal_of(place->second);
}

void XagBuilder::output(std::uint32_t array, std::uint32_t index, Signal signal) {
  graph_.outputs.push_back({{array, index}, signal});
}

Signal XagBuilder::gate(XagNode::Kind kind, Signal a, Signal b) {
  if (a > b) std::swap(a, b);
  // Signals have 31 bits of node and one of complement; the kind uses the top bit of `a`, whose
  // node is never that large.
  const std::uint64_t top = kind == XagNode::Kind::exclusive_or ? std::uint64_t{1} << 63U : 0;
  const std::uint64_t key = top | std::uint64_t{a} << 32U | b;
  const auto [place, is_new] = gates_.try_emplace(key, static_cast<NodeId>(graph_.nodes.size()));
  if (is_new) graph_.nodes.push_back({kind, a, b});
  return signal_of(place->second);
}

Signal XagBuilder::both(Signal a, Signal b) {
  if (a == false_signal || b == false_signal || a == complement(b)) return false_signal;
  if (a == true_signal || a == b) return b;
  if (b == true_signal) return a;
  // One operand may be a conjunction that determines the result: x and (x and y), x and not (x and
  // y).
  for (int turn = 0; turn < 2; ++turn, std::swap(a, b)) {
    const XagNode& node = graph_.nodes[node_of(a)];
    if (node.kind != XagNode::Kind::conjunction) continue;
    if (!ir::is_complemented(a)) {
      if (node.a == b || node.b == b) return a;
      if (node.a == complement(b) || node.b == complement(b)) return false_signal;
    } else {
      if (node.a == b) return both(complement(node.b), b);
      if (node.b == b) return both(complement(node.a), b);
      if (node.a == complement(b) || node.b == complement(b)) return b;
    }
  }
  return gate(XagNode::Kind::conjunction, a, b);
}

Signal XagBuilder::either(Signal a, Signal b) {
  return complement(both(complement(a), complement(b)));
}

Signal XagBuilder::differ(Signal a, Signal b) {
  // Moves complements outwards, so that one gate represents all four variants.
  const Signal flipped = (a ^ b) & 1U;
  a &= ~Signal{1};
  b &= ~Signal{1};
  if (a == b) return flipped;
  if (a == false_signal) return b ^ flipped;
  if (b == false_signal) return a ^ flipped;
  return gate(XagNode::Kind::exclusive_or, a, b) ^ flipped;
}

Signal XagBuilder::choose(Signal condition, Signal a, Signal b) {
  if (condition == true_signal || a == b) return a;
  if (condition == false_signal) return b;
  if (a == false_signal) return both(complement(condition), b);
  if (b == false_signal) return both(condition, a);
  if (a == true_signal) return either(condition, b);
  if (b == true_signal) return either(complement(condition), a);
  return differ(b, both(condition, differ(a, b)));
}

Signal XagBuilder::majority(Signal a, Signal b, Signal c) {
  return differ(a, both(differ(a, b), differ(a, c)));
}

Signal XagBuilder::all_of(std::span<const Signal> signals) {
  std::vector<Signal> left(signals.begin(), signals.end());
  if (left.empty()) return true_signal;
  while (left.size() > 1) {
    std::vector<Signal> combined;
    std::size_t i = 0;
    for (; i + 2 < left.size(); i += 3) {
      combined.push_back(both(both(left[i], left[i + 1]), left[i + 2]));
    }
    if (left.size() <= 2) {
      combined.push_back(both(left[0], left[1]));
    } else {
      for (; i < left.size(); ++i) combined.push_back(left[i]);
    }
    left = std::move(combined);
  }
  return left[0];
}

Signal XagBuilder::any_of(std::span<const Signal> signals) {
  std::vector<Signal> none;
  none.reserve(signals.size());
  for (const Signal signal : signals) none.push_back(complement(signal));
  return complement(all_of(none));
}

// --- Nodes of a net

using ir::NetNode;

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
