#include "passes/nets/fold_inert.h"

#include "passes/nets/net_copy.h"
#include "passes/nets/net_implications.h"

#include <algorithm>
#include <cstdint>
#include <utility>
#include <vector>

namespace tesuji::passes {
namespace {

using ir::NetNode;
using ir::NodeId;
using ir::Signal;

/// Finds constants: initially assumes that all are constant, and retracts those that are not.
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
    std::vector<std::pair<NodeId, NodeId>> waiting;  // an answer, and an input that waits for it
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

  [[nodiscard]] bool any() const {
    for (NodeId node = 0; node < net_.nodes.size(); ++node) {
      if (is_input(node) && values_[node] != Value::open) return true;
    }
    return false;
  }
  /// Under these constants, their own answers evaluate to the same constants.
  [[nodiscard]] FixedInputs constants() const {
    FixedInputs constants(net_.nodes.size());
    for (NodeId node = 0; node < net_.nodes.size(); ++node) {
      if (values_[node] != Value::open) constants[node] = values_[node] == Value::yes;
    }
    return constants;
  }

 private:
  enum class Value : std::uint8_t { no, yes, open };

  [[nodiscard]] bool is_input(NodeId node) const {
    return net_.nodes[node].kind == NetNode::Kind::fluent ||
           net_.nodes[node].kind == NetNode::Kind::move;
  }

  /// Returns the signal that must be constant for the input to be constant.
  [[nodiscard]] Signal answer(NodeId input) const {
    const NetNode& node = net_.nodes[input];
    return node.kind == NetNode::Kind::fluent ? net_.fluents[node.first].next
                                              : net_.moves[node.first].legal;
  }

  static Value seen_as(Signal signal, Value node) {
    if (node == Value::open || !ir::is_complemented(signal)) return node;
    return node == Value::no ? Value::yes : Value::no;
  }

  /// Evaluates gates with initial fluents and no moves.
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

  /// Retracts inputs without an answer, which may have any value.
  void open_unknown() {
    for (NodeId node = 0; node < net_.nodes.size(); ++node) {
      if (!is_input(node)) continue;
      const bool fluent = net_.nodes[node].kind == NetNode::Kind::fluent;
      if (!net_.knows(fluent ? ir::NetQuestion::next : ir::NetQuestion::legal)) open(node);
    }
  }

  /// Retracts the input if its answer differs from its assumed value.
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

  /// Updates a use of a retracted node; `use` is as in NetUses.
  void open_input(Signal use, NodeId node) {
    const NodeId gate = ir::node_of(use);
    if (seen_as(use, before_[node]) == Value::no) --false_inputs_[gate];
    if (values_[gate] != Value::open && false_inputs_[gate] == 0) open(gate);
  }

  const ir::Net& net_;
  std::vector<Value> values_;
  std::vector<Value> before_;  ///< of retracted nodes: the assumed values
  std::vector<std::uint32_t> false_inputs_;
  NetUses uses_;
  std::vector<NodeId> opened_;  ///< whose uses are still to be updated
};

}  // namespace

ir::Net fold_inert(const ir::Net& net, std::size_t most_flattened) {
  Folding folding(net);
  folding.find_constants();
  return folding.any() ? fix_inputs(net, folding.constants(), most_flattened) : net;
}

}  // namespace tesuji::passes
