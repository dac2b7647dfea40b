// Rebuilds a net with other signals for some nodes. Internal to this layer.
#pragma once

#include "ir/nets/net.h"
#include "passes/nets/net_builder.h"

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace tesuji::passes {

/// Copies inputs first, then gates, then the answers. `net` must outlive it.
class NetCopy {
 public:
  NetCopy(const ir::Net& net, std::size_t most_flattened)
      : net_(net), builder_(most_flattened), moved_(net.nodes.size(), ir::false_signal) {}

  [[nodiscard]] NetBuilder& builder() { return builder_; }
  /// Returns the new signal of a signal of the given net, once its node has one.
  [[nodiscard]] ir::Signal at(ir::Signal signal) const {
    return moved_[ir::node_of(signal)] ^ (signal & 1U);
  }
  void set(ir::NodeId node, ir::Signal in_new_net) { moved_[node] = in_new_net; }

  /// Adds the moves, those of each role consecutively, as the builder requires.
  void add_moves() {
    std::vector<ir::NodeId> nodes(net_.moves.size(), ir::no_id);
    for (ir::NodeId node = 0; node < net_.nodes.size(); ++node) {
      const ir::NetNode& some = net_.nodes[node];
      if (some.kind == ir::NetNode::Kind::move) nodes[some.first] = node;
    }
    for (std::uint32_t move = 0; move < nodes.size(); ++move) {
      if (nodes[move] != ir::no_id)
        set(nodes[move], builder_.add_move(move, net_.moves[move].role));
    }
  }

  /// Adds the gates that answers need, except where `signal_for(node)` differs from the node's own
  /// signal.
  template <typename SignalFor>
  void add_gates(SignalFor signal_for) {
    const std::vector<bool> needed = ir::cone_of(net_, ir::net_answers(net_));
    for (ir::NodeId node = 0; node < net_.nodes.size(); ++node) {
      if (net_.nodes[node].kind != ir::NetNode::Kind::conjunction || !needed[node]) continue;
      const ir::Signal other = signal_for(node);
      if (other != ir::signal_of(node)) {
        set(node, at(other));
        continue;
      }
      std::vector<ir::Signal> inputs;
      for (const ir::Signal signal : net_.inputs_of(node)) inputs.push_back(at(signal));
      set(node, builder_.all_of(std::move(inputs)));
    }
  }

  /// Returns the new net, with the fluents, moves and answers of the given one.
  [[nodiscard]] ir::Net take() {
    ir::Net result = std::move(builder_.net());
    result.fluents = net_.fluents;
    result.moves = net_.moves;
    result.terminal = net_.terminal;
    result.goals = net_.goals;
    result.percepts = net_.percepts;
    result.unanswered = net_.unanswered;
    ir::each_answer(result, [&](ir::Signal& signal) { signal = at(signal); });
    return result;
  }

 private:
  const ir::Net& net_;
  NetBuilder builder_;
  std::vector<ir::Signal> moved_;  ///< by node of the given net
};

}  // namespace tesuji::passes
