#include "passes/nets/factor.h"

#include <algorithm>
#include <cstdint>
#include <optional>
#include <queue>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <vector>

namespace tesuji::passes {
namespace {

using ir::NetNode;
using ir::NodeId;
using ir::Signal;

class Factoring {
 public:
  explicit Factoring(const ir::Net& net) : net_(net), uses_(net.nodes.size(), 0) {
    for (NodeId node = 0; node < net.nodes.size(); ++node) {
      const auto inputs = inputs_of(node);
      inputs_.emplace_back(inputs.begin(), inputs.end());
      for (const Signal input : inputs) ++uses_[ir::node_of(input)];
    }
    ir::each_answer(net, [&](Signal signal) { ++uses_[ir::node_of(signal)]; });
  }

  ir::Net run(std::size_t most_flattened) {
    // Disjunctions created by factoring are processed in turn.
    for (NodeId node = 0; node < inputs_.size(); ++node) factor(node);
    return copy(most_flattened);
  }

 private:
  [[nodiscard]] std::span<const Signal> inputs_of(NodeId node) const {
    if (net_.nodes[node].kind != NetNode::Kind::conjunction) return {};
    return net_.inputs_of(node);
  }

  /// Whether the input is a separate way: a complemented conjunction with no other use.
  [[nodiscard]] bool is_way(Signal input) const {
    const NodeId node = ir::node_of(input);
    return ir::is_complemented(input) && uses_[node] == 1 && inputs_[node].size() > 1;
  }

  /// The ways of a disjunction, indexed by their signals. Dropped ways stay listed.
  struct Ways {
    std::unordered_map<Signal, std::vector<NodeId>> of;
    std::unordered_map<Signal, std::uint32_t> counts;  ///< number of remaining ways
    std::priority_queue<std::pair<std::uint32_t, Signal>>
        frequent;  ///< signals complemented bitwise
    std::unordered_set<NodeId> left;
  };

  void add_way(NodeId way, Ways& ways) const {
    ways.left.insert(way);
    for (const Signal signal : inputs_[way]) {
      ways.of[signal].push_back(way);
      const std::uint32_t count = ++ways.counts[signal];
      if (count > 1) ways.frequent.emplace(count, ~signal);
    }
  }

  void drop_way(NodeId way, Ways& ways) const {
    ways.left.erase(way);
    for (const Signal signal : inputs_[way]) --ways.counts[signal];
  }

  /// Returns the signal of the most ways, the smallest of several; nullopt if none occurs twice.
  static std::optional<Signal> most_frequent(Ways& ways) {
    while (!ways.frequent.empty()) {
      const auto [count, inverted] = ways.frequent.top();
      const std::uint32_t current = ways.counts[~inverted];
      if (current == count) return ~inverted;
      ways.frequent.pop();
      if (current > 1) ways.frequent.emplace(current, inverted);
    }
    return std::nullopt;
  }

  /// Repeatedly factors out the most frequent signal of a node's ways while several contain it.
  void factor(NodeId node) {
    Ways ways;
    for (const Signal input : inputs_[node]) {
      if (is_way(input)) add_way(ir::node_of(input), ways);
    }
    const std::unordered_set<NodeId> before = ways.left;
    std::vector<NodeId> made;
    while (const std::optional<Signal> best = most_frequent(ways)) {
      made.push_back(take_out(*best, ways));
      add_way(made.back(), ways);
    }
    if (made.empty()) return;
    std::erase_if(inputs_[node], [&](Signal input) {
      const NodeId way = ir::node_of(input);
      return before.contains(way) && ir::is_complemented(input) && !ways.left.contains(way);
    });
    for (const NodeId way : made) {
      if (ways.left.contains(way)) inputs_[node].push_back(ir::complement(ir::signal_of(way)));
    }
  }

  /// Returns the way that replaces all ways with the signal: the signal, and any of their other
  /// signals.
  NodeId take_out(Signal signal, Ways& ways) {
    std::vector<Signal> rests;
    for (const NodeId way : ways.of[signal]) {
      if (!ways.left.contains(way)) continue;
      drop_way(way, ways);
      std::erase(inputs_[way], signal);
      rests.push_back(inputs_[way].size() == 1 ? ir::complement(inputs_[way][0])
                                               : ir::complement(ir::signal_of(way)));
    }
    const auto any = static_cast<NodeId>(inputs_.size());
    uses_[ir::node_of(signal)] -= static_cast<std::uint32_t>(rests.size()) - 1;
    inputs_.push_back(std::move(rests));
    inputs_.push_back({signal, ir::complement(ir::signal_of(any))});
    uses_.push_back(1);
    uses_.push_back(1);
    return any + 1;
  }

  /// Rebuilds the net with a builder, which detects new constants and duplicates.
  ir::Net copy(std::size_t most_flattened) {
    NetBuilder builder(most_flattened);
    moved_.assign(inputs_.size(), unknown);
    moved_[0] = ir::false_signal;
    std::vector<NodeId> fluents(net_.fluents.size());
    std::vector<NodeId> moves(net_.moves.size());
    for (NodeId node = 0; node < net_.nodes.size(); ++node) {
      if (net_.nodes[node].kind == NetNode::Kind::fluent) fluents[net_.nodes[node].first] = node;
      if (net_.nodes[node].kind == NetNode::Kind::move) moves[net_.nodes[node].first] = node;
    }
    for (std::uint32_t i = 0; i < fluents.size(); ++i) moved_[fluents[i]] = builder.add_fluent(i);
    for (std::uint32_t i = 0; i < moves.size(); ++i) {
      moved_[moves[i]] = builder.add_move(i, net_.moves[i].role);
    }
    ir::Net answers = net_;
    ir::each_answer(answers, [&](Signal& signal) { signal = place(signal, builder); });
    ir::Net result = std::move(builder.net());
    result.fluents = std::move(answers.fluents);
    result.moves = std::move(answers.moves);
    result.terminal = answers.terminal;
    result.goals = std::move(answers.goals);
    result.percepts = std::move(answers.percepts);
    result.unanswered = std::move(answers.unanswered);
    return result;
  }

  /// Depth first, with an explicit stack.
  Signal place(Signal root, NetBuilder& builder) {
    std::vector<std::pair<NodeId, std::size_t>> stack{{ir::node_of(root), 0}};
    while (!stack.empty()) {
      const NodeId node = stack.back().first;
      if (moved_[node] != unknown) {
        stack.pop_back();
        continue;
      }
      if (stack.back().second < inputs_[node].size()) {
        stack.emplace_back(ir::node_of(inputs_[node][stack.back().second++]), 0);
        continue;
      }
      std::vector<Signal> inputs;
      for (const Signal input : inputs_[node]) {
        inputs.push_back(moved_[ir::node_of(input)] ^ (input & 1U));
      }
      moved_[node] = builder.all_of(std::move(inputs));
    }
    return moved_[ir::node_of(root)] ^ (root & 1U);
  }

  static constexpr Signal unknown = ~Signal{0};

  const ir::Net& net_;
  std::vector<std::vector<Signal>> inputs_;  ///< by node, new ones at the end
  std::vector<std::uint32_t> uses_;
  std::vector<Signal> moved_;
};

}  // namespace

ir::Net factor(const ir::Net& net, std::size_t most_flattened) {
  return Factoring(net).run(most_flattened);
}

}  // namespace tesuji::passes
