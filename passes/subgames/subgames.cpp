#include "passes/subgames/subgames.h"

#include "passes/nets/position_fluents.h"
#include "passes/subgames/vertex_sets.h"

#include <algorithm>
#include <iterator>
#include <map>
#include <set>

namespace tesuji::passes {

namespace {

using ir::NetNode;
using ir::NodeId;
using ir::Signal;

/// Vertices: fluents, then nodes of the net of changes.
class ComponentFinder {
 public:
  ComponentFinder(const MoveChanges& changes, const std::vector<bool>& autonomous)
      : changes_(changes),
        net_(changes.net),
        autonomous_(autonomous),
        sets_(net_.fluents.size() + net_.nodes.size()),
        seen_(net_.nodes.size(), false) {}

  void run(Subgames& found) {
    for (std::uint32_t move = 0; move < net_.moves.size(); ++move) {
      for (const Signal conjunct : conjuncts(net_.moves[move].legal)) reads_fluents(conjunct);
      for (const ir::MoveEffect& effect : changes_.touched[move]) {
        if (!autonomous_[effect.fluent]) join_cone(effect.fluent, effect.next);
      }
    }
    for (const std::vector<Signal>& rest : changes_.rest) {
      for (std::uint32_t i = 0; i < rest.size(); ++i) {
        if (!autonomous_[i]) join_cone(i, rest[i]);
      }
    }
    join_by_moves();
    number(found);
  }

 private:
  [[nodiscard]] std::uint32_t node_vertex(NodeId node) const {
    return static_cast<std::uint32_t>(net_.fluents.size() + node);
  }

  /// Returns the signals whose conjunction the signal is.
  [[nodiscard]] std::vector<Signal> conjuncts(Signal signal) const {
    std::vector<Signal> found;
    std::vector<Signal> open{signal};
    while (!open.empty()) {
      const Signal some = open.back();
      open.pop_back();
      const NodeId node = ir::node_of(some);
      if (net_.nodes[node].kind == NetNode::Kind::conjunction && !ir::is_complemented(some)) {
        const auto inputs = net_.inputs_of(node);
        open.insert(open.end(), inputs.begin(), inputs.end());
      } else if (some != ir::true_signal) {
        found.push_back(some);
      }
    }
    std::ranges::sort(found);
    found.erase(std::unique(found.begin(), found.end()), found.end());
    return found;
  }

  /// Joins the fluent with those in the signal's cone. Gates over only moves and autonomous fluents
  /// have separate sets, which join nothing.
  void join_cone(std::uint32_t fluent, Signal signal) {
    if (reads_fluents(signal)) sets_.join(fluent, node_vertex(ir::node_of(signal)));
  }

  /// Whether the signal's cone contains fluents; joins these with each other.
  bool reads_fluents(Signal signal) {
    std::vector<NodeId> open{ir::node_of(signal)};
    while (!open.empty()) {
      const NodeId node = open.back();
      open.pop_back();
      if (seen_[node]) continue;
      seen_[node] = true;
      if (net_.nodes[node].kind != NetNode::Kind::conjunction) continue;
      for (const Signal input : net_.inputs_of(node)) {
        const NodeId below = ir::node_of(input);
        if (!reads()[below]) continue;
        sets_.join(node_vertex(node), node_vertex(below));
        open.push_back(below);
      }
    }
    return reads()[ir::node_of(signal)];
  }

  /// Returns the parts of moves in the current sets.
  [[nodiscard]] std::vector<CompoundMove> moves_by_parts() {
    std::vector<CompoundMove> moves;
    for (std::uint32_t i = 0; i < net_.moves.size(); ++i) {
      CompoundMove& move = moves.emplace_back();
      move.role = net_.moves[i].role;
      std::map<std::uint32_t, MovePart> parts;
      for (const ir::MoveEffect& effect : changes_.touched[i]) {
        if (autonomous_[effect.fluent]) continue;
        auto& effects = parts[sets_.find(effect.fluent)].effects;
        effects.push_back(effect.fluent);
        effects.push_back(effect.next);
      }
      for (const Signal conjunct : conjuncts(net_.moves[i].legal)) {
        if (reads()[ir::node_of(conjunct)]) {
          parts[sets_.find(node_vertex(ir::node_of(conjunct)))].legal.push_back(conjunct);
        } else {
          move.shared.push_back(conjunct);
        }
      }
      for (auto& [set, part] : parts) {
        part.set = set;
        move.parts.push_back(std::move(part));
      }
    }
    return moves;
  }

  void join_by_moves() {
    const auto sets = static_cast<std::uint32_t>(net_.fluents.size());
    for (const auto& [a, b] : sets_to_join(moves_by_parts(), sets)) sets_.join(a, b);
  }

  /// By node, whether its cone contains non-autonomous fluents; joins these with each other.
  const std::vector<bool>& reads() {
    if (!reads_.empty()) return reads_;
    reads_.assign(net_.nodes.size(), false);
    for (NodeId node = 0; node < net_.nodes.size(); ++node) {
      const NetNode& some = net_.nodes[node];
      if (some.kind == NetNode::Kind::fluent && !autonomous_[some.first]) {
        reads_[node] = true;
        sets_.join(node_vertex(node), some.first);
      }
      if (some.kind != NetNode::Kind::conjunction) continue;
      const auto inputs = net_.inputs_of(node);
      reads_[node] = std::any_of(inputs.begin(), inputs.end(),
                                 [&](Signal input) { return reads_[ir::node_of(input)]; });
    }
    return reads_;
  }

  void number(Subgames& found) {
    std::map<std::uint32_t, std::uint32_t> numbers;
    found.subgame_of.assign(net_.fluents.size(), ir::no_id);
    for (std::uint32_t i = 0; i < net_.fluents.size(); ++i) {
      if (autonomous_[i]) {
        found.autonomous.push_back(i);
        continue;
      }
      const auto [place, is_new] =
          numbers.emplace(sets_.find(i), static_cast<std::uint32_t>(found.games.size()));
      if (is_new) found.games.emplace_back();
      found.games[place->second].fluents.push_back(i);
      found.subgame_of[i] = place->second;
    }
    found.moves = moves_by_parts();
    for (std::uint32_t move = 0; move < found.moves.size(); ++move) {
      std::vector<MovePart>& parts = found.moves[move].parts;
      if (parts.empty()) found.neutral.push_back(move);
      for (MovePart& part : parts) {
        part.set = numbers.at(part.set);
        Subgame& game = found.games[part.set];
        game.moves.push_back(move);
        game.is_parallel = game.is_parallel || parts.size() > 1;
      }
    }
  }

  const MoveChanges& changes_;
  const ir::Net& net_;
  const std::vector<bool>& autonomous_;
  VertexSets sets_;
  std::vector<bool> seen_;  ///< by node: joined with its cone
  std::vector<bool> reads_;
};

/// Converts a condition to cases.
class CaseFinder {
 public:
  CaseFinder(const ir::Net& net, const Subgames& found)
      : net_(net), below_(net.nodes.size()), reads_of_(found.subgame_of) {
    for (NodeId node = 0; node < net.nodes.size(); ++node) {
      const NetNode& some = net.nodes[node];
      if (some.kind == NetNode::Kind::fluent && reads_of_[some.first] != ir::no_id) {
        below_[node] = {reads_of_[some.first]};
      }
      if (some.kind != NetNode::Kind::conjunction) continue;
      std::set<std::uint32_t> all;
      for (const Signal input : net.inputs_of(node)) {
        const auto& those = below_[ir::node_of(input)];
        all.insert(those.begin(), those.end());
      }
      below_[node].assign(all.begin(), all.end());
    }
  }

  [[nodiscard]] SubgameCondition find(Signal signal) const {
    SubgameCondition found;
    found.subgames = below_[ir::node_of(signal)];
    std::optional<std::vector<SubgameCase>> cases = cases_of(signal);
    if (!cases) {
      found.combination = Combination::joint;
      return found;
    }
    found.cases = std::move(*cases);
    const bool is_split = std::ranges::any_of(
        found.cases, [](const SubgameCase& some) { return some.parts.size() > 1; });
    if (found.subgames.empty()) {
      found.combination = Combination::none;
    } else if (found.subgames.size() == 1) {
      found.combination = Combination::single;
    } else if (!is_split) {
      found.combination = Combination::disjunction;
    } else {
      found.combination = found.cases.size() == 1 ? Combination::conjunction : Combination::mixed;
    }
    return found;
  }

 private:
  using Cases = std::vector<SubgameCase>;

  /// Returns nullopt if there would be too many. The constant false has no case, true an empty one.
  [[nodiscard]] std::optional<Cases> cases_of(Signal signal) const {
    const NodeId node = ir::node_of(signal);
    if (signal == ir::false_signal) return Cases{};
    if (signal == ir::true_signal) return Cases{{}};
    if (below_[node].size() <= 1) return leaf(signal);
    return ir::is_complemented(signal) ? any_of_inputs(node) : all_of_inputs(node);
  }

  [[nodiscard]] Cases leaf(Signal signal) const {
    SubgameCase some;
    const auto& below = below_[ir::node_of(signal)];
    if (below.empty()) {
      some.shared.push_back(signal);
    } else {
      some.parts.push_back({below.front(), {signal}});
    }
    return {std::move(some)};
  }

  [[nodiscard]] std::optional<Cases> any_of_inputs(NodeId node) const {
    Cases all;
    for (const Signal input : net_.inputs_of(node)) {
      auto those = cases_of(ir::complement(input));
      if (!those || all.size() + those->size() > most_subgame_cases) return std::nullopt;
      std::move(those->begin(), those->end(), std::back_inserter(all));
    }
    return all;
  }

  [[nodiscard]] std::optional<Cases> all_of_inputs(NodeId node) const {
    Cases all{{}};
    for (const Signal input : net_.inputs_of(node)) {
      const auto those = cases_of(input);
      if (!those || all.size() * those->size() > most_subgame_cases) return std::nullopt;
      Cases both;
      for (const SubgameCase& a : all) {
        for (const SubgameCase& b : *those) both.push_back(merge(a, b));
      }
      all = std::move(both);
    }
    return all;
  }

  static SubgameCase merge(const SubgameCase& a, const SubgameCase& b) {
    SubgameCase both = a;
    both.shared.insert(both.shared.end(), b.shared.begin(), b.shared.end());
    for (const auto& [subgame, signals] : b.parts) {
      const auto place = std::ranges::lower_bound(both.parts, subgame, {},
                                                  [](const auto& one) { return one.first; });
      if (place == both.parts.end() || place->first != subgame) {
        both.parts.insert(place, {subgame, signals});
      } else {
        place->second.insert(place->second.end(), signals.begin(), signals.end());
      }
    }
    return both;
  }

  const ir::Net& net_;
  std::vector<std::vector<std::uint32_t>> below_;  ///< by node: subgames that it reads
  const std::vector<std::uint32_t>& reads_of_;
};

/// Determines which subgames do not change if all roles pass, and which read autonomous fluents.
void describe(Subgames& found, const std::vector<bool>& autonomous) {
  const MoveChanges& changes = found.changes;
  const ir::Net& net = changes.net;
  const std::vector<NodeId> nodes = fluent_nodes(net);
  std::vector<bool> ticks(net.nodes.size(), false);
  for (NodeId node = 0; node < net.nodes.size(); ++node) {
    const NetNode& some = net.nodes[node];
    if (some.kind == NetNode::Kind::fluent) ticks[node] = autonomous[some.first];
    if (some.kind != NetNode::Kind::conjunction) continue;
    const auto inputs = net.inputs_of(node);
    ticks[node] = std::any_of(inputs.begin(), inputs.end(),
                              [&](Signal input) { return ticks[ir::node_of(input)]; });
  }
  const auto reads_clock = [&](Signal signal) { return ticks[ir::node_of(signal)]; };
  for (Subgame& game : found.games) {
    game.is_still = true;
    for (const std::uint32_t fluent : game.fluents) {
      for (const std::vector<Signal>& rest : changes.rest) {
        game.is_still = game.is_still && nodes[fluent] != ir::no_id &&
                        rest[fluent] == ir::signal_of(nodes[fluent]);
        game.reads_clock = game.reads_clock || reads_clock(rest[fluent]);
      }
    }
    for (const std::uint32_t move : game.moves) {
      game.reads_clock = game.reads_clock || reads_clock(net.moves[move].legal);
      for (const ir::MoveEffect& effect : changes.touched[move]) {
        game.reads_clock = game.reads_clock || reads_clock(effect.next);
      }
    }
  }
  const auto relevant = [&](const SubgameCondition& condition) {
    for (const std::uint32_t game : condition.subgames) found.games[game].is_relevant = true;
  };
  relevant(found.terminal);
  for (const SubgameCondition& goal : found.goals) relevant(goal);
}

}  // namespace

std::optional<Subgames> find_subgames(const ir::Net& net, std::size_t roles,
                                      std::uint64_t most_gates) {
  std::optional<MoveChanges> changes = find_move_changes(net, roles, most_gates);
  if (!changes) return std::nullopt;
  Subgames found;
  found.changes = std::move(*changes);
  const std::vector<bool> autonomous = autonomous_fluents(net);
  ComponentFinder(found.changes, autonomous).run(found);
  const CaseFinder cases(found.changes.net, found);
  found.terminal = cases.find(found.changes.net.terminal);
  for (const ir::NetAnswer& goal : found.changes.net.goals) {
    found.goals.push_back(cases.find(goal.holds));
  }
  describe(found, autonomous);
  return found;
}

const char* name_of(Combination combination) {
  switch (combination) {
    case Combination::none:
      return "none";
    case Combination::single:
      return "single";
    case Combination::conjunction:
      return "conjunction";
    case Combination::disjunction:
      return "disjunction";
    case Combination::mixed:
      return "mixed";
    case Combination::joint:
      return "joint";
  }
  return "";
}

}  // namespace tesuji::passes
