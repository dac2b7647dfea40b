// Rebuilds a net with other signals for some nodes: any signals, signals that are known to be equal
// to the nodes, or constants for inputs.
#pragma once

#include "ir/nets/net.h"
#include "passes/nets/net_builder.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

namespace tesuji::passes {

// --- Copies
//
// Rebuilds a net with other signals for some nodes. Internal to this layer.

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

  /// Adds all fluents. They precede the moves.
  void add_fluents() {
    for (ir::NodeId node = 0; node < net_.nodes.size(); ++node) {
      if (net_.nodes[node].kind != ir::NetNode::Kind::fluent) continue;
      set(node, builder_.add_fluent(net_.nodes[node].first));
    }
  }

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

// --- Equal signals
//
// Replaces nodes by signals that are known to be equal to them.
//
//   before:  n1 = and(not true.cell(1, x), not true.cell(1, o))     legal legal.mark(1) = n1
//   after, where n1 is true.cell(1, b):     legal legal.mark(1) = true.cell(1, b)
//
// Rebuilds only gates that answers need. Fluents and moves stay listed, as do their nodes; replaced
// ones are no longer read.

/// `same`: by node, a signal of an earlier node, or its own; all inputs must precede all gates.
/// `most_flattened` is as in net_builder.h. Takes time proportional to the net.
[[nodiscard]] ir::Net merge_signals(const ir::Net& net, const std::vector<ir::Signal>& same,
                                    std::size_t most_flattened);

// --- Fixed inputs
//
// Replaces some inputs of a net by constants.
//
//   before:  legal legal.go(white) = and(true.control(white), x)
//            legal legal.wait(white) = true.control(black)
//   after, where true.control(white) is fixed to true and true.control(black) to false:
//            legal legal.go(white) = x       legal legal.wait(white) = false
//
// Fluents and moves stay listed, as do their nodes; fixed ones are no longer read. Otherwise only
// the number of gates changes: for states and moves with these values the net is equivalent.

/// By node: the constant for a fluent or move; ignored for other nodes.
using FixedInputs = std::vector<std::optional<bool>>;

/// Rebuilds only the gates that answers need; `most_flattened` is as in net_builder.h. Takes time
/// proportional to the net.
[[nodiscard]] ir::Net fix_inputs(const ir::Net& net, const FixedInputs& fixed,
                                 std::size_t most_flattened);

}  // namespace tesuji::passes
