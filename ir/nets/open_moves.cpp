#include "ir/nets/open_moves.h"

#include <cstddef>

namespace tesuji::ir {
namespace {

constexpr std::size_t word_bits = 64;

/// Minimum number of gates saved for evaluating legal moves first.
constexpr std::uint64_t least_spared = 100;

enum class Value : std::uint8_t { open, no, yes };

/// Values of nodes that follow, in all states, from a signal that holds.
class Consequences {
 public:
  Consequences(const Net& net, Signal holds) : net_(net), values_(net.nodes.size()) {
    values_[0] = Value::no;  // the constant
    conclude(holds);
    for (NodeId node = 1; node < net.nodes.size(); ++node) {  // inputs come first
      if (values_[node] == Value::open) values_[node] = of_inputs(node);
    }
  }

  [[nodiscard]] Value value(Signal signal) const {
    const Value node = values_[node_of(signal)];
    if (node == Value::open || !is_complemented(signal)) return node;
    return node == Value::yes ? Value::no : Value::yes;
  }

 private:
  /// Concludes that all inputs of a conjunction hold if it holds.
  void conclude(Signal holds) {
    std::vector<Signal> left{holds};
    while (!left.empty()) {
      const Signal signal = left.back();
      left.pop_back();
      const NodeId node = node_of(signal);
      if (values_[node] != Value::open) continue;
      values_[node] = is_complemented(signal) ? Value::no : Value::yes;
      if (is_complemented(signal) || net_.nodes[node].kind != NetNode::Kind::conjunction) {
        continue;
      }
      for (const Signal input : net_.inputs_of(node)) left.push_back(input);
    }
  }

  [[nodiscard]] Value of_inputs(NodeId node) const {
    if (net_.nodes[node].kind != NetNode::Kind::conjunction) return Value::open;
    Value all = Value::yes;
    for (const Signal input : net_.inputs_of(node)) {
      const Value one = value(input);
      if (one == Value::no) return Value::no;
      if (one == Value::open) all = Value::open;
    }
    return all;
  }

  const Net& net_;
  std::vector<Value> values_;  ///< by node
};

}  // namespace

std::vector<std::uint64_t> open_moves(const Net& net) {
  std::vector<std::uint64_t> bits((net.moves.size() + word_bits - 1) / word_bits);
  const Consequences end(net, net.terminal);
  bool any = false;
  for (std::size_t i = 0; i < net.moves.size(); ++i) {
    if (net.moves[i].legal == false_signal || end.value(net.moves[i].legal) != Value::no) {
      continue;
    }
    bits[i / word_bits] |= std::uint64_t{1} << (i % word_bits);
    any = true;
  }
  if (!any) bits.clear();
  return bits;
}

std::vector<std::uint64_t> useful_open_moves(const Net& net) {
  std::vector<Signal> answers = net_answers(net, NetQuestion::legal);
  const std::uint64_t legal = count_gates(net, answers);
  answers.push_back(net.terminal);
  const std::uint64_t position = count_gates(net, answers);
  if (position < legal + least_spared || 3 * position < 4 * legal) return {};
  return open_moves(net);
}

}  // namespace tesuji::ir
