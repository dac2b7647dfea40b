#include "passes/subgames/subgame_puzzles.h"

#include "passes/nets/net_builder.h"

#include <algorithm>
#include <map>
#include <tuple>
#include <utility>

namespace tesuji::passes {

namespace {

using ir::NetNode;
using ir::NodeId;
using ir::Signal;

/// A condition in disjunctive form: signals of the net of changes.
using SignalCases = std::vector<std::vector<Signal>>;

/// Builds the net of a puzzle from gates of the net of changes.
class SubgameNet {
 public:
  SubgameNet(const ir::Net& whole, const Subgames& subgames, const SubgamePuzzle& puzzle)
      : whole_(whole),
        subgames_(subgames),
        gates_(subgames.changes.net),
        puzzle_(puzzle),
        moved_(gates_.nodes.size(), ir::false_signal),
        place_of_(whole.fluents.size(), ir::no_id) {}

  /// The goal is `condition`, except in states in which one of `without` holds.
  ir::Net make(const SignalCases& terminal, const std::vector<Signal>& condition,
               const SignalCases& without, std::uint32_t goal) {
    find_cone(terminal, condition);
    add_inputs();
    for (NodeId node = 0; node < gates_.nodes.size(); ++node) {
      if (!needed_[node] || gates_.nodes[node].kind != NetNode::Kind::conjunction) continue;
      std::vector<Signal> inputs;
      for (const Signal input : gates_.inputs_of(node)) inputs.push_back(at(input));
      moved_[node] = builder_.all_of(std::move(inputs));
    }
    for (std::size_t i = 0; i < fluents_.size(); ++i) next_.push_back(next_of(fluents_[i]));
    const Signal excluded = any_case(without);
    const Signal reached = builder_.all_of({all_of(condition), ir::complement(excluded)});
    return finish(any_case(terminal), reached, goal);
  }

 private:
  /// Finds the nodes that the answers need, and recursively the next values of their fluents.
  void find_cone(const SignalCases& terminal, const std::vector<Signal>& condition) {
    std::vector<Signal> roots = condition;
    for (const auto& some : terminal) roots.insert(roots.end(), some.begin(), some.end());
    for (const std::uint32_t game : puzzle_.games) {
      for (const std::uint32_t fluent : subgames_.games[game].fluents) add(fluent, roots);
    }
    for (const std::uint32_t move : puzzle_.moves) {
      const std::vector<Signal> legal = legal_of(move);
      roots.insert(roots.end(), legal.begin(), legal.end());
      for (const ir::MoveEffect& effect : subgames_.changes.touched[move]) {
        if (place_of_[effect.fluent] != ir::no_id) roots.push_back(effect.next);
      }
    }
    needed_.assign(gates_.nodes.size(), false);
    while (!roots.empty()) {
      const NodeId node = ir::node_of(roots.back());
      roots.pop_back();
      if (needed_[node]) continue;
      needed_[node] = true;
      const NetNode& some = gates_.nodes[node];
      if (some.kind == NetNode::Kind::conjunction) {
        const std::span<const Signal> inputs = gates_.inputs_of(node);
        roots.insert(roots.end(), inputs.begin(), inputs.end());
      } else if (some.kind == NetNode::Kind::fluent && place_of_[some.first] == ir::no_id) {
        add(some.first, roots);
      }
    }
    std::ranges::sort(fluents_);
    for (std::uint32_t i = 0; i < fluents_.size(); ++i) place_of_[fluents_[i]] = i;
  }

  /// Returns a conjunction: for a move in parallel subgames, its own conditions and the shared
  /// ones.
  [[nodiscard]] std::vector<Signal> legal_of(std::uint32_t move) const {
    const CompoundMove& some = subgames_.moves[move];
    if (some.parts.size() < 2) return {gates_.moves[move].legal};
    std::vector<Signal> legal = some.shared;
    for (const MovePart& part : some.parts) {
      if (!std::ranges::binary_search(puzzle_.games, part.set)) continue;
      legal.insert(legal.end(), part.legal.begin(), part.legal.end());
    }
    return legal;
  }

  void add(std::uint32_t fluent, std::vector<Signal>& roots) {
    fluents_.push_back(fluent);
    place_of_[fluent] = 0;
    roots.push_back(subgames_.changes.rest[0][fluent]);
  }

  void add_inputs() {
    for (NodeId node = 0; node < gates_.nodes.size(); ++node) {
      const NetNode& some = gates_.nodes[node];
      if (needed_[node] && some.kind == NetNode::Kind::fluent) {
        moved_[node] = builder_.add_fluent(place_of_[some.first]);
      }
    }
    all_moves_ = puzzle_.moves;
    if (puzzle_.pass) {
      all_moves_.insert(std::ranges::lower_bound(all_moves_, *puzzle_.pass), *puzzle_.pass);
    }
    for (std::uint32_t i = 0; i < all_moves_.size(); ++i)
      inputs_.push_back(builder_.add_move(i, 0));
    changes_.resize(whole_.fluents.size());
    for (std::uint32_t i = 0; i < all_moves_.size(); ++i) {
      if (all_moves_[i] == puzzle_.pass) continue;
      for (const ir::MoveEffect& effect : subgames_.changes.touched[all_moves_[i]]) {
        changes_[effect.fluent].emplace_back(i, effect.next);
      }
    }
  }

  [[nodiscard]] Signal at(Signal signal) const {
    return moved_[ir::node_of(signal)] ^ (signal & 1U);
  }

  Signal all_of(const std::vector<Signal>& signals) {
    std::vector<Signal> moved;
    for (const Signal signal : signals) moved.push_back(at(signal));
    return builder_.all_of(std::move(moved));
  }

  Signal any_case(const SignalCases& cases) {
    std::vector<Signal> some;
    for (const std::vector<Signal>& signals : cases) some.push_back(all_of(signals));
    return builder_.any_of(std::move(some));
  }

  Signal next_of(std::uint32_t fluent) {
    std::vector<std::vector<Signal>> ways;
    std::vector<Signal> no_change{at(subgames_.changes.rest[0][fluent])};
    for (const auto& [move, next] : changes_[fluent]) {
      ways.push_back({inputs_[move], at(next)});
      no_change.push_back(ir::complement(inputs_[move]));
    }
    ways.push_back(std::move(no_change));
    return builder_.any_way(ways);
  }

  ir::Net finish(Signal terminal, Signal condition, std::uint32_t goal) {
    std::vector<Signal> legal;
    for (const std::uint32_t move : all_moves_) {
      legal.push_back(move == puzzle_.pass ? ir::true_signal : all_of(legal_of(move)));
    }
    ir::Net net = std::move(builder_.net());
    for (std::size_t i = 0; i < fluents_.size(); ++i) {
      ir::NetFluent& fluent = net.fluents.emplace_back(whole_.fluents[fluents_[i]]);
      fluent.next = next_[i];
    }
    for (std::size_t i = 0; i < all_moves_.size(); ++i) {
      ir::NetMove& own = net.moves.emplace_back(whole_.moves[all_moves_[i]]);
      own.legal = legal[i];
    }
    net.terminal = terminal;
    net.goals.push_back(whole_.goals[goal]);
    net.goals.back().holds = condition;
    return net;
  }

  const ir::Net& whole_;
  const Subgames& subgames_;
  const ir::Net& gates_;
  const SubgamePuzzle& puzzle_;
  NetBuilder builder_;
  std::vector<bool> needed_;             ///< by node of `gates_`
  std::vector<Signal> moved_;            ///< by node of `gates_`: its signal in the new net
  std::vector<std::uint32_t> place_of_;  ///< by fluent of the whole net
  std::vector<std::uint32_t> fluents_;   ///< of the new net
  std::vector<std::uint32_t> all_moves_;
  std::vector<Signal> inputs_;  ///< by move of the new net
  /// By fluent of the whole net: moves of the new one that touch it, with the resulting values.
  std::vector<std::vector<std::pair<std::uint32_t, Signal>>> changes_;
  std::vector<Signal> next_;
};

/// Builds the puzzles of one case.
class CaseSplitter {
 public:
  CaseSplitter(const ir::Net& net, const Subgames& subgames, std::uint32_t goal)
      : net_(net), subgames_(subgames), goal_(goal) {}

  /// Returns false if the result would be one puzzle with all subgames.
  bool split(const SubgameCase& some, bool is_joint, SubgamePuzzles& made) const {
    const bool keeps_time = std::ranges::any_of(some.parts, [&](const auto& part) {
      const Subgame& game = subgames_.games[part.first];
      return !game.is_still || game.reads_clock;
    });
    const auto parallel = std::ranges::count_if(
        some.parts, [&](const auto& part) { return subgames_.games[part.first].is_parallel; });
    if (parallel > 0 && some.parts.size() > 1) {
      const bool all = static_cast<std::size_t>(parallel) == some.parts.size();
      return all && !is_joint && split_in_step(some, made);
    }
    if (some.parts.size() > 1 && !keeps_time && !is_joint) {
      for (const auto& [game, signals] : some.parts) {
        SubgamePuzzle& puzzle = begin({game}, made);
        const SignalCases ends = ends_of(puzzle.games, false);
        SignalCases terminal = ends;
        terminal.push_back(signals);
        puzzle.net = SubgameNet(net_, subgames_, puzzle).make(terminal, signals, {}, goal_);
        if (ends.empty()) continue;
        puzzle.open = SubgameNet(net_, subgames_, puzzle).make(terminal, signals, ends, goal_);
      }
      return true;
    }
    std::vector<std::uint32_t> games;
    std::vector<Signal> condition = some.shared;
    for (const auto& [game, signals] : some.parts) {
      games.push_back(game);
      condition.insert(condition.end(), signals.begin(), signals.end());
    }
    if (games.size() == subgames_.games.size()) return false;
    SubgamePuzzle& puzzle = begin(std::move(games), made);
    const bool is_whole = std::ranges::includes(puzzle.games, subgames_.terminal.subgames);
    SignalCases terminal =
        is_whole ? SignalCases{{subgames_.changes.net.terminal}} : ends_of(puzzle.games, true);
    if (!is_whole) terminal.push_back(condition);
    add_pass(puzzle);
    puzzle.net = SubgameNet(net_, subgames_, puzzle).make(terminal, condition, {}, goal_);
    return true;
  }

 private:
  bool split_in_step(const SubgameCase& some, SubgamePuzzles& made) const {
    for (const auto& [game, signals] : some.parts) {
      SubgamePuzzle& puzzle = begin({game}, made);
      puzzle.is_in_step = true;
      add_pass(puzzle);
      std::vector<Signal> condition = some.shared;
      condition.insert(condition.end(), signals.begin(), signals.end());
      puzzle.net = SubgameNet(net_, subgames_, puzzle)
                       .make(ends_of(puzzle.games, true), condition, {}, goal_);
    }
    return true;
  }

  /// Begins a puzzle; of moves with the same effect in a parallel subgame it contains the first.
  SubgamePuzzle& begin(std::vector<std::uint32_t> games, SubgamePuzzles& made) const {
    SubgamePuzzle& puzzle = made.emplace_back();
    puzzle.games = std::move(games);
    std::vector<std::vector<std::uint32_t>> same;
    for (const std::uint32_t game : puzzle.games) {
      std::map<PartKey, std::size_t> known;
      for (const std::uint32_t move : subgames_.games[game].moves) {
        if (!subgames_.games[game].is_parallel) {
          same.push_back({move});
          continue;
        }
        const auto [place, is_new] = known.emplace(key_of(move, game), same.size());
        if (is_new) same.emplace_back();
        same[place->second].push_back(move);
      }
    }
    std::ranges::sort(same);
    for (const auto& moves : same) puzzle.moves.push_back(moves.front());
    puzzle.same = std::move(same);
    return puzzle;
  }

  using PartKey = std::tuple<std::vector<std::uint32_t>, std::vector<Signal>, std::vector<Signal>>;

  [[nodiscard]] PartKey key_of(std::uint32_t move, std::uint32_t game) const {
    const CompoundMove& some = subgames_.moves[move];
    const auto part = std::ranges::find(some.parts, game, &MovePart::set);
    return {part->effects, part->legal, some.shared};
  }

  /// Lets the role pass, if it has moves that belong only to other subgames.
  void add_pass(SubgamePuzzle& puzzle) const {
    std::vector<std::uint32_t> others;
    for (std::uint32_t move = 0; move < net_.moves.size(); ++move) {
      const bool is_own = std::ranges::any_of(
          subgames_.moves[move].parts,
          [&](const MovePart& part) { return std::ranges::binary_search(puzzle.games, part.set); });
      if (!is_own) others.push_back(move);
    }
    if (others.empty()) return;
    const bool has_neutral = !subgames_.neutral.empty();
    puzzle.pass = has_neutral ? subgames_.neutral.front() : others.front();
    const auto place = std::ranges::lower_bound(puzzle.moves, *puzzle.pass) - puzzle.moves.begin();
    puzzle.same.insert(puzzle.same.begin() + place, std::vector<std::uint32_t>{});
    if (puzzle.is_in_step) puzzle.same[static_cast<std::size_t>(place)] = std::move(others);
  }

  /// Returns cases of `terminal` that read only these subgames, and optionally the shared fluents.
  [[nodiscard]] SignalCases ends_of(const std::vector<std::uint32_t>& games,
                                    bool with_shared) const {
    SignalCases ends;
    for (const SubgameCase& some : subgames_.terminal.cases) {
      const bool is_about = std::ranges::all_of(some.parts, [&](const auto& part) {
        return std::ranges::binary_search(games, part.first);
      });
      if (!is_about || (!with_shared && !some.shared.empty())) continue;
      std::vector<Signal>& signals = ends.emplace_back(some.shared);
      for (const auto& [game, those] : some.parts) {
        signals.insert(signals.end(), those.begin(), those.end());
      }
    }
    return ends;
  }

  const ir::Net& net_;
  const Subgames& subgames_;
  std::uint32_t goal_;
};

}  // namespace

std::optional<std::vector<SubgamePuzzles>> subgame_puzzles(const ir::Net& net,
                                                           const Subgames& subgames,
                                                           std::uint32_t goal) {
  const SubgameCondition& condition = subgames.goals[goal];
  std::vector<SubgameCase> all = condition.cases;
  const bool is_joint = condition.combination == Combination::joint;
  if (is_joint) {
    SubgameCase& whole = all.emplace_back();
    for (const std::uint32_t game : condition.subgames) whole.parts.push_back({game, {}});
    whole.shared.push_back(subgames.changes.net.goals[goal].holds);
  }
  std::vector<SubgamePuzzles> cases;
  const CaseSplitter splitter(net, subgames, goal);
  for (const SubgameCase& some : all) {
    if (!splitter.split(some, is_joint, cases.emplace_back())) return std::nullopt;
  }
  return cases;
}

}  // namespace tesuji::passes
