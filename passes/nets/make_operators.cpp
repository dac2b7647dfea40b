#include "passes/nets/make_operators.h"

#include "passes/nets/net_copy.h"
#include "passes/nets/position_fluents.h"

#include <algorithm>
#include <iterator>
#include <map>
#include <utility>

namespace tesuji::passes {

namespace {

using ir::NetNode;
using ir::NodeId;
using ir::Signal;

/// Sets of fluents as bits.
using FluentSet = std::vector<bool>;

/// The fluents that a move changes and reads.
struct MoveEffects {
  ir::MoveOperator made;
  std::vector<std::uint32_t> changed;                         ///< ascending
  std::vector<std::pair<std::uint32_t, bool>> made_constant;  ///< subset of `changed` that it does
                                                              ///< not read
  FluentSet reads;
  bool reads_clock = false;
};

/// Substitutes one move of a role after another for its inputs in the net.
class MoveCofactors {
 public:
  MoveCofactors(const ir::Net& net, std::uint32_t role, const FluentSet& clock,
                const ir::FluentFacts& facts)
      : net_(net),
        role_(role),
        facts_(facts),
        groups_of_(net.fluents.size()),
        copy_(net, most_flattened_inputs) {
    for (std::uint32_t i = 0; i < facts.size(); ++i) {
      if (facts[i].kind != ir::FluentFact::Kind::at_most_one &&
          facts[i].kind != ir::FluentFact::Kind::exactly_one) {
        continue;
      }
      for (const std::uint32_t fluent : facts[i].fluents) groups_of_[fluent].push_back(i);
    }
    for (NodeId node = 0; node < net.nodes.size(); ++node) {
      if (net.nodes[node].kind != NetNode::Kind::fluent) continue;
      copy_.set(node, copy_.builder().add_fluent(net.nodes[node].first));
      own_.resize(std::max<std::size_t>(own_.size(), net.nodes[node].first + 1), ir::false_signal);
      own_[net.nodes[node].first] = copy_.at(ir::signal_of(node));
    }
    std::vector<Signal> roots;
    for (const ir::NetFluent& fluent : net.fluents) roots.push_back(fluent.next);
    for (const ir::NetMove& move : net.moves) roots.push_back(move.legal);
    roots.push_back(net.terminal);
    for (const ir::NetAnswer& goal : net.goals) roots.push_back(goal.holds);
    const std::vector<bool> needed = cone_of(net, roots);
    std::vector<bool> reads_moves(net.nodes.size(), false);
    for (NodeId node = 0; node < net.nodes.size(); ++node) {
      const NetNode& some = net.nodes[node];
      if (some.kind == NetNode::Kind::move) {
        reads_moves[node] = true;
        inputs_.push_back(node);
      }
      if (some.kind != NetNode::Kind::conjunction || !needed[node]) continue;
      const auto inputs = net.inputs_of(node);
      reads_moves[node] = std::any_of(inputs.begin(), inputs.end(), [&](Signal input) {
        return reads_moves[ir::node_of(input)];
      });
      if (reads_moves[node]) {
        gates_.push_back(node);
      } else {
        make(node);
      }
    }
    for (std::uint32_t i = 0; i < net.fluents.size(); ++i) {
      if (!reads_moves[ir::node_of(net.fluents[i].next)] && !clock[i]) {
        const Signal next = copy_.at(net.fluents[i].next);
        if (next != own(i)) always_changed_.push_back(i);
      } else if (reads_moves[ir::node_of(net.fluents[i].next)]) {
        depend_on_moves_.push_back(i);
      }
    }
  }

  [[nodiscard]] std::size_t gates() const { return gates_.size() + inputs_.size(); }

  MoveEffects effects(std::uint32_t move) {
    for (const NodeId node : inputs_) {
      const std::uint32_t made = net_.nodes[node].first;
      const bool is_made = made == move || net_.moves[made].role != role_;
      copy_.set(node, is_made ? ir::true_signal : ir::false_signal);
    }
    for (const NodeId node : gates_) make(node);
    MoveEffects found;
    found.made.move = move;
    found.made.legal = copy_.at(net_.moves[move].legal);
    std::vector<Signal> read{found.made.legal};
    const std::map<std::uint32_t, bool> known = known_where(found.made.legal);
    const auto changes = [&](std::uint32_t fluent) {
      const Signal next = copy_.at(net_.fluents[fluent].next);
      if (next == own(fluent)) return;
      const auto before = known.find(fluent);
      const bool is_constant = ir::node_of(next) == 0;
      if (is_constant && before != known.end() && before->second == (next != ir::false_signal)) {
        return;
      }
      found.changed.push_back(fluent);
      found.made.effects.push_back({fluent, next});
      read.push_back(next);
      if (is_constant) found.made_constant.emplace_back(fluent, next != ir::false_signal);
    };
    for (const std::uint32_t fluent : always_changed_) changes(fluent);
    for (const std::uint32_t fluent : depend_on_moves_) changes(fluent);
    std::ranges::sort(found.changed);
    std::ranges::sort(found.made.effects, {}, &ir::MoveEffect::fluent);
    std::ranges::sort(found.made_constant);
    found.reads = fluents_below(read);
    return found;
  }

  /// Returns the gates of all substituted moves. Must be called at most once.
  [[nodiscard]] ir::Net take() {
    ir::Net made = copy_.take();
    for (ir::NetFluent& fluent : made.fluents) fluent.next = ir::unknown_next(fluent);
    for (ir::NetMove& move : made.moves) move.legal = ir::false_signal;
    made.unanswered = {ir::NetQuestion::legal, ir::NetQuestion::next};
    return made;
  }

 private:
  [[nodiscard]] Signal own(std::uint32_t fluent) const {
    return fluent < own_.size() ? own_[fluent] : ir::false_signal;
  }

  /// Returns the values of fluents in states in which the signal holds, if it is a conjunction of
  /// these.
  [[nodiscard]] std::map<std::uint32_t, bool> known_where(Signal signal) {
    const ir::Net& made = copy_.builder().net();
    std::map<std::uint32_t, bool> known;
    std::vector<Signal> open{signal};
    while (!open.empty()) {
      const Signal some = open.back();
      open.pop_back();
      const NetNode& node = made.nodes[ir::node_of(some)];
      if (node.kind == NetNode::Kind::fluent) {
        known.emplace(node.first, !ir::is_complemented(some));
      } else if (node.kind == NetNode::Kind::conjunction && !ir::is_complemented(some)) {
        const auto inputs = made.inputs_of(ir::node_of(some));
        open.insert(open.end(), inputs.begin(), inputs.end());
      }
    }
    std::vector<std::uint32_t> others;
    for (const auto& [fluent, holds] : known) {
      if (!holds) continue;
      for (const std::uint32_t group : groups_of_[fluent]) {
        for (const std::uint32_t other : facts_[group].fluents) {
          if (other != fluent) others.push_back(other);
        }
      }
    }
    for (const std::uint32_t other : others) known.emplace(other, false);
    return known;
  }

  void make(NodeId node) {
    std::vector<Signal> inputs;
    for (const Signal input : net_.inputs_of(node)) inputs.push_back(copy_.at(input));
    copy_.set(node, copy_.builder().all_of(std::move(inputs)));
  }

  [[nodiscard]] FluentSet fluents_below(const std::vector<Signal>& roots) {
    const ir::Net& made = copy_.builder().net();
    FluentSet found(net_.fluents.size(), false);
    seen_.resize(made.nodes.size(), 0);
    ++round_;
    std::vector<NodeId> open;
    const auto visit = [&](Signal signal) {
      const NodeId node = ir::node_of(signal);
      if (std::exchange(seen_[node], round_) != round_) open.push_back(node);
    };
    for (const Signal root : roots) visit(root);
    while (!open.empty()) {
      const NodeId node = open.back();
      open.pop_back();
      if (made.nodes[node].kind == NetNode::Kind::fluent) found[made.nodes[node].first] = true;
      if (made.nodes[node].kind != NetNode::Kind::conjunction) continue;
      for (const Signal input : made.inputs_of(node)) visit(input);
    }
    return found;
  }

  const ir::Net& net_;
  std::uint32_t role_;
  const ir::FluentFacts& facts_;
  std::vector<std::vector<std::uint32_t>> groups_of_;  ///< by fluent: facts "exactly one holds"
  NetCopy copy_;
  std::vector<Signal> own_;     ///< by fluent, in the new net
  std::vector<NodeId> inputs_;  ///< moves
  std::vector<NodeId> gates_;   ///< gates that read moves
  std::vector<std::uint32_t> always_changed_;
  std::vector<std::uint32_t> depend_on_moves_;
  std::vector<std::uint32_t> seen_;  ///< by node of the new net: number of the last round
  std::uint32_t round_ = 0;
};

bool reads_what_changes(const MoveEffects& reader, const MoveEffects& other) {
  return std::ranges::any_of(other.changed,
                             [&](std::uint32_t fluent) { return reader.reads[fluent]; });
}

bool are_independent(const MoveEffects& a, const MoveEffects& b) {
  if (a.reads_clock || b.reads_clock) return false;
  if (reads_what_changes(a, b) || reads_what_changes(b, a)) return false;
  std::vector<std::uint32_t> both;
  std::ranges::set_intersection(a.changed, b.changed, std::back_inserter(both));
  return std::ranges::all_of(both, [&](std::uint32_t fluent) {
    const auto made = [&](const MoveEffects& effects, bool value) {
      return std::ranges::binary_search(effects.made_constant, std::pair(fluent, value));
    };
    return (made(a, false) && made(b, false)) || (made(a, true) && made(b, true));
  });
}

}  // namespace

ir::MoveOperators make_operators(const ir::Net& net, std::uint32_t role,
                                 const ir::FluentFacts& facts, std::uint64_t most_gates) {
  ir::MoveOperators found;
  found.conflicts.resize(net.moves.size());
  const FluentSet clock = autonomous_fluents(net);
  MoveCofactors cofactors(net, role, clock, facts);
  std::vector<std::uint32_t> moves;
  for (std::uint32_t i = 0; i < net.moves.size(); ++i) {
    if (net.moves[i].role == role) moves.push_back(i);
  }
  found.pairs = moves.size() * (moves.size() - std::min<std::size_t>(moves.size(), 1)) / 2;
  bool is_too_large = cofactors.gates() * moves.size() > most_gates;
  std::vector<MoveEffects> effects;
  std::uint64_t changes = 0;
  for (std::size_t i = 0; i < moves.size() && !is_too_large; ++i) {
    effects.push_back(cofactors.effects(moves[i]));
    for (std::uint32_t k = 0; k < clock.size(); ++k) {
      if (clock[k] && !ir::is_fixed(net.fluents[k]) && effects.back().reads[k]) {
        effects.back().reads_clock = true;
      }
    }
    found.moves.push_back(effects.back().made);
    changes += effects.back().changed.size();
    // Comparing all pairs takes this many steps.
    is_too_large = changes * moves.size() > 4 * most_gates;
  }
  for (std::size_t i = 0; i < moves.size(); ++i) {
    for (std::size_t k = 0; k < i; ++k) {
      if (!is_too_large && are_independent(effects[i], effects[k])) {
        ++found.independent;
      } else {
        found.conflicts[moves[i]].push_back(moves[k]);
      }
    }
  }
  if (is_too_large) found.moves.clear();
  if (!is_too_large) found.net = cofactors.take();
  return found;
}

}  // namespace tesuji::passes
