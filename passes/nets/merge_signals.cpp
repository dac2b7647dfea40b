#include "passes/nets/merge_signals.h"

#include "passes/nets/net_builder.h"

#include <cstdint>
#include <utility>

namespace tesuji::passes {
namespace {

using ir::NetNode;
using ir::NodeId;
using ir::Signal;

class Merging {
 public:
  Merging(const ir::Net& net, const std::vector<Signal>& same, std::size_t most_flattened)
      : net_(net),
        same_(same),
        builder_(most_flattened),
        moved_(net.nodes.size(), ir::false_signal) {}

  ir::Net run() {
    add_fluents();
    add_moves();
    add_conjunctions();
    ir::Net result = std::move(builder_.net());
    result.fluents = net_.fluents;
    result.moves = net_.moves;
    result.terminal = net_.terminal;
    result.goals = net_.goals;
    result.percepts = net_.percepts;
    result.unanswered = net_.unanswered;
    ir::each_answer(result, [&](Signal& signal) { signal = at(signal); });
    return result;
  }

 private:
  [[nodiscard]] Signal at(Signal signal) const {
    return moved_[ir::node_of(signal)] ^ (signal & 1U);
  }

  [[nodiscard]] bool is_replaced(NodeId node) const { return same_[node] != ir::signal_of(node); }

  /// `signal` is that of the new node. What replaces an input is an input or a constant.
  void add_input(NodeId node, Signal signal) {
    moved_[node] = is_replaced(node) ? at(same_[node]) : signal;
  }

  void add_fluents() {
    for (NodeId node = 0; node < net_.nodes.size(); ++node) {
      if (net_.nodes[node].kind != NetNode::Kind::fluent) continue;
      add_input(node, builder_.add_fluent(net_.nodes[node].first));
    }
  }

  /// Those of a role one after the other, as the builder wants them.
  void add_moves() {
    std::vector<NodeId> nodes(net_.moves.size(), ir::no_id);
    for (NodeId node = 0; node < net_.nodes.size(); ++node) {
      if (net_.nodes[node].kind == NetNode::Kind::move) nodes[net_.nodes[node].first] = node;
    }
    for (std::uint32_t move = 0; move < nodes.size(); ++move) {
      if (nodes[move] == ir::no_id) continue;
      add_input(nodes[move], builder_.add_move(move, net_.moves[move].role));
    }
  }

  void add_conjunctions() {
    const std::vector<bool> needed = ir::cone_of(net_, ir::net_answers(net_));
    for (NodeId node = 0; node < net_.nodes.size(); ++node) {
      if (net_.nodes[node].kind != NetNode::Kind::conjunction || !needed[node]) continue;
      if (is_replaced(node)) {
        moved_[node] = at(same_[node]);
        continue;
      }
      std::vector<Signal> inputs;
      for (const Signal signal : net_.inputs_of(node)) inputs.push_back(at(signal));
      moved_[node] = builder_.all_of(std::move(inputs));
    }
  }

  const ir::Net& net_;
  const std::vector<Signal>& same_;
  NetBuilder builder_;
  std::vector<Signal> moved_;  ///< by node of the given net
};

}  // namespace

ir::Net merge_signals(const ir::Net& net, const std::vector<Signal>& same,
                      std::size_t most_flattened) {
  return Merging(net, same, most_flattened).run();
}

}  // namespace tesuji::passes
