#include "passes/lanes/tactical_moves.h"

#include "passes/nets/factor.h"
#include "passes/nets/fluent_groups.h"
#include "passes/nets/net_copy.h"
#include "passes/nets/share_pairs.h"

#include <algorithm>
#include <map>
#include <set>
#include <utility>
#include <vector>

namespace tesuji::passes {
namespace {

using ir::complement;
using ir::false_signal;
using ir::Net;
using ir::NodeId;
using ir::Signal;
using ir::true_signal;
using NodeKind = ir::NetNode::Kind;

/// Signals of the builder's net that are true under an assumption.
class TrueSignals {
 public:
  /// Adds a true signal and all that follows from it: the inputs of a true conjunction are true.
  void add(const Net& net, Signal signal) {
    std::vector<Signal> left{signal};
    while (!left.empty()) {
      const Signal next = left.back();
      left.pop_back();
      if (next == true_signal || !known_.insert(next).second) continue;
      if (ir::is_complemented(next) || net.nodes[ir::node_of(next)].kind != NodeKind::conjunction) {
        continue;
      }
      for (const Signal input : net.inputs_of(ir::node_of(next))) left.push_back(input);
    }
  }

  /// Returns the constant that the signal is known to be, or the signal.
  [[nodiscard]] Signal value(Signal signal) const {
    if (known_.contains(signal)) return true_signal;
    if (known_.contains(complement(signal))) return false_signal;
    return signal;
  }

 private:
  std::set<Signal> known_;
};

/// The nodes that some signals depend on, in order, and the signals.
struct TacticCone {
  std::vector<NodeId> nodes;
  std::vector<Signal> roots;
};

TacticCone make_cone(const Net& net, std::vector<Signal> roots) {
  const std::vector<bool> needed = ir::cone_of(net, roots);
  TacticCone cone;
  for (NodeId node = 0; node < needed.size(); ++node) {
    if (needed[node]) cone.nodes.push_back(node);
  }
  cone.roots = std::move(roots);
  return cone;
}

/// A role's turn, with signals of the net in which it is this turn.
struct TacticTurn {
  LaneTurn when;
  std::vector<std::uint32_t> moves;  ///< of the mover, that may be legal: positions in Net::moves
  std::vector<Signal> legal;         ///< of these
  std::vector<Signal> wins;          ///< of these; false where unknown
  std::vector<Signal> loses;         ///< of these: a reply wins at once, for its role alone
  std::vector<std::vector<Signal>> next;  ///< of these, by fluent
  std::vector<Signal> over;               ///< of these: the next state is terminal
  TrueSignals known;                      ///< in states in which this role moves
  Signal win = false_signal;              ///< some legal move wins
  std::vector<Signal> beats;  ///< by role: some legal move wins, and this role does not win with it
};

class TacticBuilder {
 public:
  TacticBuilder(const Net& net, std::span<const LaneTurn> turns,
                std::span<const std::uint32_t> best_goals, const TacticLimits& limits)
      : net_(net),
        best_goals_(best_goals),
        limits_(limits),
        copy_(net, most_flattened_inputs),
        builder_(copy_.builder()) {
    for (const LaneTurn& turn : turns) turns_.emplace_back().when = turn;
  }

  std::optional<Net> run() {
    add_game();
    for (TacticTurn& turn : turns_) {
      enter(turn);
      find_wins(turn);
      if (is_beyond_limits()) return std::nullopt;
    }
    if (std::all_of(turns_.begin(), turns_.end(),
                    [](const TacticTurn& turn) { return turn.win == false_signal; })) {
      return std::nullopt;
    }
    if (limits_.replies) {
      for (TacticTurn& turn : turns_) {
        find_losses(turn);
        if (is_beyond_limits()) return std::nullopt;
      }
    }
    return share_pairs(factor(restricted()));
  }

 private:
  [[nodiscard]] Net& built() { return builder_.net(); }
  [[nodiscard]] bool is_beyond_limits() {
    return work_ > limits_.work || built().nodes.size() > base_nodes_ + limits_.gates;
  }

  void add_game() {
    copy_.add_fluents();
    copy_.add_moves();
    copy_.add_gates([](NodeId node) { return ir::signal_of(node); });
    for (const NodeId node : fluent_nodes(net_)) {
      fluent_nodes_.push_back(node == ir::no_id ? ir::no_id
                                                : ir::node_of(copy_.at(ir::signal_of(node))));
    }
    move_nodes_.assign(net_.moves.size(), ir::no_id);
    for (NodeId node = 0; node < built().nodes.size(); ++node) {
      const ir::NetNode& some = built().nodes[node];
      if (some.kind == NodeKind::move) move_nodes_[some.first] = node;
    }
    base_nodes_ = built().nodes.size();
  }

  /// Sets the value of nodes of the built net in the following substitutions.
  void set(NodeId node, Signal value) {
    if (node == ir::no_id) return;
    if (value_.size() <= node) value_.resize(built().nodes.size(), ir::no_id);
    value_[node] = value;
    set_.push_back(node);
  }
  void clear() {
    for (const NodeId node : set_) value_[node] = ir::no_id;
    set_.clear();
  }

  /// Returns the cone's roots with the set values in the place of its nodes, simplified by what is
  /// known. Clears the values.
  std::vector<Signal> substitute(const TacticCone& cone, const TrueSignals* known) {
    value_.resize(built().nodes.size(), ir::no_id);
    const auto at = [&](Signal signal) {
      const Signal value = value_[ir::node_of(signal)];
      return value == ir::no_id ? signal : value ^ (signal & 1U);
    };
    work_ += cone.nodes.size();
    for (const NodeId node : cone.nodes) {
      if (built().nodes[node].kind != NodeKind::conjunction || value_[node] != ir::no_id) continue;
      std::vector<Signal> inputs;
      bool changed = false;
      for (const Signal input : built().inputs_of(node)) {
        inputs.push_back(at(input));
        changed |= inputs.back() != input;
      }
      if (!changed) {
        if (known == nullptr) continue;
        const Signal value = known->value(ir::signal_of(node));
        if (value != ir::signal_of(node)) set(node, value);
        continue;
      }
      Signal value = builder_.all_of(std::move(inputs));
      if (known != nullptr) value = known->value(value);
      set(node, value);
    }
    std::vector<Signal> roots;
    for (const Signal root : cone.roots) roots.push_back(at(root));
    clear();
    return roots;
  }

  /// Finds the signals of the turn: the game's answers with constants for whose turn it is.
  void enter(TacticTurn& turn) {
    std::vector<Signal> answers;
    std::vector<std::uint32_t> moves;
    for (std::uint32_t i = 0; i < net_.moves.size(); ++i) {
      if (net_.moves[i].role != turn.when.mover) continue;
      moves.push_back(i);
      answers.push_back(copy_.at(net_.moves[i].legal));
    }
    for (const ir::NetFluent& fluent : net_.fluents) answers.push_back(copy_.at(fluent.next));
    answers.push_back(copy_.at(net_.terminal));
    for (const TacticTurn& each : turns_) {
      set(fluent_nodes_[each.when.fluent],
          each.when.fluent == turn.when.fluent ? true_signal : false_signal);
    }
    for (std::uint32_t i = 0; i < net_.moves.size(); ++i) {
      const std::uint32_t role = net_.moves[i].role;
      if (role == turn.when.mover) continue;
      set(move_nodes_[i], i == turn.when.waiting[role] ? true_signal : false_signal);
    }
    std::vector<Signal> here = substitute(make_cone(built(), std::move(answers)), nullptr);
    std::size_t place = 0;
    for (const std::uint32_t move : moves) {
      if (here[place] != false_signal) {
        turn.moves.push_back(move);
        turn.legal.push_back(here[place]);
      }
      ++place;
    }
    next_.assign(here.begin() + static_cast<std::ptrdiff_t>(place),
                 here.begin() + static_cast<std::ptrdiff_t>(place + net_.fluents.size()));
    const Signal terminal = here.back();
    turn.known.add(built(), complement(terminal));
    if (turn.moves.size() < 2 || terminal == true_signal) {
      turn.moves.clear();
      turn.legal.clear();
    }
  }

  /// Sets the moves of the move's role, for states after it.
  void make(std::uint32_t move) {
    for (std::uint32_t each = 0; each < net_.moves.size(); ++each) {
      if (net_.moves[each].role != net_.moves[move].role) continue;
      set(move_nodes_[each], each == move ? true_signal : false_signal);
    }
  }

  void find_wins(TacticTurn& turn) {
    // The goal holds after the move, so the control fluents have their next values there.
    std::vector<Signal> ends{copy_.at(net_.terminal)};
    for (const std::uint32_t goal : best_goals_) {
      ends.push_back(goal == ir::no_id ? false_signal : copy_.at(net_.goals[goal].holds));
    }
    const TacticCone next = make_cone(built(), next_);
    const TacticCone end = make_cone(built(), std::move(ends));
    std::vector<Signal> ways;
    std::vector<std::vector<Signal>> ways_to_beat(best_goals_.size());
    for (std::size_t i = 0; i < turn.moves.size(); ++i) {
      make(turn.moves[i]);
      work_ += net_.fluents.size();
      turn.next.push_back(substitute(next, nullptr));
      TrueSignals known = turn.known;
      known.add(built(), turn.legal[i]);
      for (std::uint32_t f = 0; f < net_.fluents.size(); ++f) {
        set(fluent_nodes_[f], known.value(turn.next.back()[f]));
      }
      const std::vector<Signal> after = substitute(end, &known);
      turn.over.push_back(after[0]);
      turn.wins.push_back(builder_.all_of({after[0], after[1 + turn.when.mover]}));
      ways.push_back(builder_.all_of({turn.legal[i], turn.wins[i]}));
      for (std::size_t role = 0; role < ways_to_beat.size(); ++role) {
        if (role == turn.when.mover) continue;
        ways_to_beat[role].push_back(builder_.all_of({ways.back(), complement(after[1 + role])}));
      }
      if (is_beyond_limits()) return;
    }
    turn.win = builder_.any_of(std::move(ways));
    for (std::vector<Signal>& some : ways_to_beat) {
      turn.beats.push_back(builder_.any_of(std::move(some)));
    }
  }

  /// Returns the turn that follows the move in every state, if another role moves then.
  const TacticTurn* successor(const TacticTurn& turn, std::size_t move) const {
    const TacticTurn* found = nullptr;
    for (const TacticTurn& other : turns_) {
      const Signal holds = turn.next[move][other.when.fluent];
      if (holds == false_signal) continue;
      if (holds != true_signal || found != nullptr) return nullptr;
      found = &other;
    }
    return found != nullptr && found->when.mover != turn.when.mover ? found : nullptr;
  }

  void find_losses(TacticTurn& turn) {
    turn.loses.assign(turn.moves.size(), false_signal);
    std::map<const TacticTurn*, TacticCone> replies;
    for (std::size_t i = 0; i < turn.moves.size(); ++i) {
      const TacticTurn* const then = successor(turn, i);
      if (then == nullptr || then->beats[turn.when.mover] == false_signal) continue;
      const auto [reply, is_new] = replies.try_emplace(then);
      if (is_new) reply->second = make_cone(built(), {then->beats[turn.when.mover]});
      TrueSignals known = turn.known;
      known.add(built(), turn.legal[i]);
      for (std::uint32_t f = 0; f < net_.fluents.size(); ++f) {
        set(fluent_nodes_[f], known.value(turn.next[i][f]));
      }
      const Signal reply_wins = substitute(reply->second, &known).front();
      turn.loses[i] = builder_.all_of({reply_wins, complement(turn.over[i])});
      if (is_beyond_limits()) return;
    }
  }

  /// Returns the net with the restricted legal moves.
  Net restricted() {
    std::vector<std::vector<Signal>> allowed(net_.moves.size());
    for (const TacticTurn& turn : turns_) {
      if (turn.moves.empty()) continue;
      std::vector<Signal> safe;
      for (std::size_t i = 0; i < turn.loses.size(); ++i) {
        safe.push_back(builder_.all_of({turn.legal[i], complement(turn.loses[i])}));
      }
      const Signal is_lost = turn.loses.empty() ? true_signal : complement(builder_.any_of(safe));
      for (std::size_t i = 0; i < turn.moves.size(); ++i) {
        const Signal loses = turn.loses.empty() ? false_signal : turn.loses[i];
        const Signal is_safe = builder_.any_of({complement(loses), is_lost});
        const Signal quiet = builder_.all_of({complement(turn.win), is_safe});
        const Signal good = builder_.any_of({turn.wins[i], quiet});
        allowed[turn.moves[i]].push_back(complement(
            builder_.all_of({ir::signal_of(fluent_nodes_[turn.when.fluent]), complement(good)})));
      }
    }
    std::vector<Signal> legal;
    for (std::uint32_t i = 0; i < net_.moves.size(); ++i) {
      allowed[i].push_back(copy_.at(net_.moves[i].legal));
      legal.push_back(builder_.all_of(std::move(allowed[i])));
    }
    Net result = copy_.take();
    for (std::uint32_t i = 0; i < result.moves.size(); ++i) result.moves[i].legal = legal[i];
    return result;
  }

  const Net& net_;
  std::span<const std::uint32_t> best_goals_;
  TacticLimits limits_;
  NetCopy copy_;
  NetBuilder& builder_;
  std::size_t base_nodes_ = 0;
  std::uint64_t work_ = 0;
  std::vector<TacticTurn> turns_;
  std::vector<NodeId> fluent_nodes_;  ///< of the built net, by position
  std::vector<NodeId> move_nodes_;
  std::vector<Signal> next_;   ///< of the turn that was entered last, by fluent
  std::vector<Signal> value_;  ///< by node of the built net; no_id: itself
  std::vector<NodeId> set_;    ///< nodes that have a value
};

}  // namespace

std::optional<Net> make_tactical(const Net& net, std::span<const LaneTurn> turns,
                                 std::span<const std::uint32_t> best_goals,
                                 const TacticLimits& limits) {
  if (turns.empty()) return std::nullopt;
  return TacticBuilder(net, turns, best_goals, limits).run();
}

}  // namespace tesuji::passes
