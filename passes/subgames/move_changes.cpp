#include "passes/subgames/move_changes.h"

#include "passes/nets/net_builder.h"
#include "passes/nets/net_implications.h"

#include <algorithm>
#include <functional>
#include <map>
#include <queue>
#include <utility>

namespace tesuji::passes {

namespace {

using ir::NetNode;
using ir::NodeId;
using ir::Signal;

/// Substitutes the moves of one role, one after the other, for its inputs in the net. Computes
/// signals that do not depend on a move once for all moves of the role.
class ChangeFinder {
 public:
  ChangeFinder(const ir::Net& net, std::size_t roles, std::uint64_t most_gates)
      : net_(net),
        roles_(roles),
        gates_left_(most_gates),
        uses_(net),
        values_(net.nodes.size(), ir::false_signal),
        input_of_(net.moves.size(), ir::no_id),
        next_of_(net.nodes.size()) {}

  std::optional<MoveChanges> run() {
    find_needed();
    add_inputs();
    found_.touched.resize(net_.moves.size());
    for (std::uint32_t role = 0; role < roles_; ++role) {
      if (!put_role(role)) return std::nullopt;
    }
    finish();
    return std::move(found_);
  }

 private:
  void find_needed() {
    needed_ = ir::cone_of(net_, ir::net_answers(net_));
    reads_moves_.assign(net_.nodes.size(), false);
    moves_of_.resize(roles_);
    for (std::uint32_t i = 0; i < net_.moves.size(); ++i)
      moves_of_[net_.moves[i].role].push_back(i);
    for (NodeId node = 0; node < net_.nodes.size(); ++node) {
      const NetNode& some = net_.nodes[node];
      if (some.kind == NetNode::Kind::move) {
        input_of_[some.first] = node;
        reads_moves_[node] = moves_of_[net_.moves[some.first].role].size() > 1;
      }
      if (some.kind != NetNode::Kind::conjunction) continue;
      const auto inputs = net_.inputs_of(node);
      reads_moves_[node] = std::any_of(inputs.begin(), inputs.end(), [&](Signal input) {
        return reads_moves_[ir::node_of(input)];
      });
    }
    for (std::uint32_t i = 0; i < net_.fluents.size(); ++i) {
      next_of_[ir::node_of(net_.fluents[i].next)].push_back(i);
    }
  }

  void add_inputs() {
    for (NodeId node = 0; node < net_.nodes.size(); ++node) {
      if (net_.nodes[node].kind == NetNode::Kind::fluent) {
        values_[node] = builder_.add_fluent(net_.nodes[node].first);
      }
    }
    for (std::uint32_t i = 0; i < net_.moves.size(); ++i) {
      const NodeId node = input_of_[i];
      if (node == ir::no_id) continue;
      values_[node] = moves_of_[net_.moves[i].role].size() > 1
                          ? builder_.add_move(i, net_.moves[i].role)
                          : ir::true_signal;
    }
    own_ = values_;
    for (NodeId node = 0; node < net_.nodes.size(); ++node) {
      if (is_gate(node) && !reads_moves_[node]) values_[node] = make(node);
    }
  }

  [[nodiscard]] bool is_gate(NodeId node) const {
    return net_.nodes[node].kind == NetNode::Kind::conjunction && needed_[node];
  }
  [[nodiscard]] Signal at(Signal signal) const {
    return values_[ir::node_of(signal)] ^ (signal & 1U);
  }
  [[nodiscard]] Signal make(NodeId node) {
    std::vector<Signal> inputs;
    for (const Signal input : net_.inputs_of(node)) inputs.push_back(at(input));
    return builder_.all_of(std::move(inputs));
  }
  /// Returns false if the limit is reached.
  [[nodiscard]] bool take_gate() { return gates_left_ > 0 && gates_left_-- > 0; }

  /// Computes what the moves of a role touch; returns false if the limit is reached.
  bool put_role(std::uint32_t role) {
    for (std::uint32_t i = 0; i < net_.moves.size(); ++i) {
      const NodeId node = input_of_[i];
      if (node == ir::no_id) continue;
      const bool is_put = net_.moves[i].role == role && moves_of_[role].size() > 1;
      values_[node] = is_put ? ir::false_signal : own_[node];
    }
    for (NodeId node = 0; node < net_.nodes.size(); ++node) {
      if (!is_gate(node) || !reads_moves_[node]) continue;
      if (!take_gate()) return false;
      values_[node] = make(node);
    }
    std::vector<Signal>& rest = found_.rest.emplace_back();
    for (const ir::NetFluent& fluent : net_.fluents) rest.push_back(at(fluent.next));
    if (moves_of_[role].size() < 2) return true;
    changes_.assign(net_.fluents.size(), {});
    for (const std::uint32_t move : moves_of_[role]) {
      if (!put_move(move)) return false;
    }
    for (std::uint32_t i = 0; i < net_.fluents.size(); ++i) choose_rest(role, i);
    return true;
  }

  /// Computes how the move changes the values for no move of its role, from its input on.
  bool put_move(std::uint32_t move) {
    const NodeId input = input_of_[move];
    if (input == ir::no_id) return true;
    std::priority_queue<NodeId, std::vector<NodeId>, std::greater<>> open;
    std::vector<std::pair<NodeId, Signal>> before;
    const auto set = [&](NodeId node, Signal value) {
      before.emplace_back(node, std::exchange(values_[node], value));
      for (const Signal use : uses_.of(node)) {
        if (is_gate(ir::node_of(use))) open.push(ir::node_of(use));
      }
    };
    set(input, ir::true_signal);
    bool in_limit = true;
    while (!open.empty() && in_limit) {
      const NodeId node = open.top();
      while (!open.empty() && open.top() == node) open.pop();
      in_limit = take_gate();
      const Signal value = make(node);
      if (value != values_[node]) set(node, value);
    }
    for (const auto& [node, value] : before) {
      for (const std::uint32_t fluent : next_of_[node]) {
        changes_[fluent].emplace_back(move, at(net_.fluents[fluent].next));
      }
    }
    for (const auto& [node, value] : before) values_[node] = value;
    return in_limit;
  }

  /// The signal of the most moves is the rest; all other moves touch the fluent.
  void choose_rest(std::uint32_t role, std::uint32_t fluent) {
    const auto& changes = changes_[fluent];
    if (changes.empty()) return;
    Signal& rest = found_.rest[role][fluent];
    const Signal without = rest;  // the result of moves that do not change it
    std::map<Signal, std::size_t> counts;
    for (const auto& [move, next] : changes) ++counts[next];
    std::size_t most = moves_of_[role].size() - changes.size();
    for (const auto& [signal, count] : counts) {
      if (count <= most) continue;
      most = count;
      rest = signal;
    }
    auto change = changes.begin();
    for (const std::uint32_t move : moves_of_[role]) {
      const bool is_changed = change != changes.end() && change->first == move;
      const Signal next = is_changed ? change->second : without;
      if (is_changed) ++change;
      if (next != rest) found_.touched[move].push_back({fluent, next});
    }
  }

  /// Builds answers about a state; all moves are inputs again, which these answers do not read.
  void finish() {
    std::vector<Signal> legal;
    for (const ir::NetMove& move : net_.moves) legal.push_back(at(move.legal));
    const Signal terminal = at(net_.terminal);
    std::vector<Signal> goals;
    for (const ir::NetAnswer& goal : net_.goals) goals.push_back(at(goal.holds));
    found_.net = std::move(builder_.net());
    found_.net.fluents = net_.fluents;
    for (ir::NetFluent& fluent : found_.net.fluents) fluent.next = ir::unknown_next(fluent);
    found_.net.moves = net_.moves;
    for (std::size_t i = 0; i < legal.size(); ++i) found_.net.moves[i].legal = legal[i];
    found_.net.terminal = terminal;
    found_.net.goals = net_.goals;
    for (std::size_t i = 0; i < goals.size(); ++i) found_.net.goals[i].holds = goals[i];
    found_.net.unanswered = {ir::NetQuestion::next};
  }

  const ir::Net& net_;
  std::size_t roles_;
  std::uint64_t gates_left_;
  NetUses uses_;
  NetBuilder builder_;
  std::vector<Signal> values_;    ///< by node, in the new net, for the substituted move
  std::vector<Signal> own_;       ///< by input node, in the new net
  std::vector<NodeId> input_of_;  ///< by move
  std::vector<std::vector<std::uint32_t>> next_of_;   ///< by node: fluents whose next value it
                                                      ///< computes
  std::vector<std::vector<std::uint32_t>> moves_of_;  ///< by role
  std::vector<bool> needed_;
  std::vector<bool> reads_moves_;
  /// By fluent: moves of the role that change its next value, with that value.
  std::vector<std::vector<std::pair<std::uint32_t, Signal>>> changes_;
  MoveChanges found_;
};

}  // namespace

std::optional<MoveChanges> find_move_changes(const ir::Net& net, std::size_t roles,
                                             std::uint64_t most_gates) {
  return ChangeFinder(net, roles, most_gates).run();
}

}  // namespace tesuji::passes
