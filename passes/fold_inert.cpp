#include "passes/fold_inert.h"

#include "passes/net_builder.h"
#include "passes/net_uses.h"

#include <algorithm>
#include <cstdint>
#include <utility>
#include <vector>

namespace tesuji::passes {
namespace {

using ir::NetNode;
using ir::NodeId;
using ir::Signal;

/// Finds what is constant: starts from all of it being so and opens what is not.
class Folding {
 public:
  explicit Folding(const ir::Net& net)
      : net_(net),
        values_(net.nodes.size(), Value::no),
        before_(net.nodes.size(), Value::no),
        false_inputs_(net.nodes.size(), 0),
        uses_(net) {}

  void find_constants() {
    evaluate();
    open_unknown();
    std::vector<std::pair<NodeId, NodeId>> waiting;  // an answer, an input that waits for it
    for (NodeId node = 0; node < net_.nodes.size(); ++node) {
      if (!is_input(node)) continue;
      waiting.emplace_back(ir::node_of(answer(node)), node);
      check(node);
    }
    std::sort(waiting.begin(), waiting.end());
    while (!opened_.empty()) {
      const NodeId node = opened_.back();
      opened_.pop_back();
      for (const Signal use : uses_.of(node)) open_input(use, node);
      for (auto i = std::lower_bound(waiting.begin(), waiting.end(), std::pair(node, NodeId{0}));
           i != waiting.end() && i->first == node; ++i) {
        check(i->second);
      }
    }
  }

  [[nodiscard]] bool is_constant(NodeId input) const { return values_[input] != Value::open; }
  [[nodiscard]] bool any() const {
    for (NodeId node = 0; node < net_.nodes.size(); ++node) {
      if (is_input(node) && is_constant(node)) return true;
    }
    return false;
  }
  [[nodiscard]] Signal constant(NodeId input) const {
    return values_[input] == Value::yes ? ir::true_signal : ir::false_signal;
  }

 private:
  enum class Value : std::uint8_t { no, yes, open };

  [[nodiscard]] bool is_input(NodeId node) const {
    return net_.nodes[node].kind == NetNode::Kind::fluent ||
           net_.nodes[node].kind == NetNode::Kind::move;
  }

  /// What has to be constant for the input to be so.
  [[nodiscard]] Signal answer(NodeId input) const {
    const NetNode& node = net_.nodes[input];
    return node.kind == NetNode::Kind::fluent ? net_.fluents[node.first].next
                                              : net_.moves[node.first].legal;
  }

  static Value seen_as(Signal signal, Value node) {
    if (node == Value::open || !ir::is_complemented(signal)) return node;
    return node == Value::no ? Value::yes : Value::no;
  }

  /// Gates, the fluents being what they are initially and no move being made.
  void evaluate() {
    for (NodeId number = 0; number < net_.nodes.size(); ++number) {
      const NetNode& node = net_.nodes[number];
      if (node.kind == NetNode::Kind::fluent && net_.fluents[node.first].initially) {
        values_[number] = Value::yes;
      }
      if (node.kind != NetNode::Kind::conjunction) continue;
      for (const Signal input : net_.inputs_of(number)) {
        if (seen_as(input, values_[ir::node_of(input)]) == Value::no) ++false_inputs_[number];
      }
      values_[number] = false_inputs_[number] == 0 ? Value::yes : Value::no;
    }
  }

  /// What has no answer may be anything.
  void open_unknown() {
    for (NodeId node = 0; node < net_.nodes.size(); ++node) {
      if (!is_input(node)) continue;
      const bool fluent = net_.nodes[node].kind == NetNode::Kind::fluent;
      if (!net_.knows(fluent ? ir::NetQuestion::next : ir::NetQuestion::legal)) open(node);
    }
  }

  /// Sets the input free if its answer is another value than its own.
  void check(NodeId input) {
    if (values_[input] == Value::open) return;
    const Signal wanted = answer(input);
    if (seen_as(wanted, values_[ir::node_of(wanted)]) != values_[input]) open(input);
  }

  void open(NodeId node) {
    before_[node] = values_[node];
    values_[node] = Value::open;
    opened_.push_back(node);
  }

  /// The node is open now; `use` is as in NetUses.
  void open_input(Signal use, NodeId node) {
    const NodeId gate = ir::node_of(use);
    if (seen_as(use, before_[node]) == Value::no) --false_inputs_[gate];
    if (values_[gate] != Value::open && false_inputs_[gate] == 0) open(gate);
  }

  const ir::Net& net_;
  std::vector<Value> values_;
  std::vector<Value> before_;  ///< of nodes that are open: what they were
  std::vector<std::uint32_t> false_inputs_;
  NetUses uses_;
  std::vector<NodeId> opened_;  ///< whose uses have not been looked at yet
};

/// The net with constants in the place of inputs.
ir::Net rebuild(const ir::Net& net, const Folding& folding, std::size_t most_flattened) {
  NetBuilder builder(most_flattened);
  std::vector<Signal> moved(net.nodes.size(), ir::false_signal);
  std::vector<NodeId> fluents(net.fluents.size());
  std::vector<NodeId> moves(net.moves.size());
  for (NodeId node = 0; node < net.nodes.size(); ++node) {
    if (net.nodes[node].kind == NetNode::Kind::fluent) fluents[net.nodes[node].first] = node;
    if (net.nodes[node].kind == NetNode::Kind::move) moves[net.nodes[node].first] = node;
  }
  const auto input = [&](NodeId node, Signal signal) {
    moved[node] = folding.is_constant(node) ? folding.constant(node) : signal;
  };
  for (std::uint32_t i = 0; i < fluents.size(); ++i) input(fluents[i], builder.add_fluent(i));
  for (std::uint32_t i = 0; i < moves.size(); ++i) {
    input(moves[i], builder.add_move(i, net.moves[i].role));
  }
  const auto at = [&](Signal signal) { return moved[ir::node_of(signal)] ^ (signal & 1U); };
  for (NodeId node = 0; node < net.nodes.size(); ++node) {
    if (net.nodes[node].kind != NetNode::Kind::conjunction) continue;
    std::vector<Signal> inputs;
    for (const Signal signal : net.inputs_of(node)) inputs.push_back(at(signal));
    moved[node] = builder.all_of(std::move(inputs));
  }
  ir::Net result = std::move(builder.net());
  result.fluents = net.fluents;
  result.moves = net.moves;
  result.terminal = net.terminal;
  result.goals = net.goals;
  result.percepts = net.percepts;
  result.unanswered = net.unanswered;
  ir::each_answer(result, [&](Signal& signal) { signal = at(signal); });
  for (std::size_t i = 0; i < fluents.size(); ++i) {
    if (folding.is_constant(fluents[i])) result.fluents[i].next = folding.constant(fluents[i]);
  }
  return result;
}

}  // namespace

ir::Net fold_inert(const ir::Net& net, std::size_t most_flattened) {
  Folding folding(net);
  folding.find_constants();
  return folding.any() ? rebuild(net, folding, most_flattened) : net;
}

}  // namespace tesuji::passes
