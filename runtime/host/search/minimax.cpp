#include "runtime/host/search/minimax.h"

#include <algorithm>
#include <array>
#include <limits>
#include <span>
#include <utility>
#include <vector>

namespace tesuji::runtime {

GameValue final_value(StateSpace& space, const Node& node) {
  std::array<int, 2> goals;
  space.goal_values(node, goals);
  return {std::max(goals[0], 0) - std::max(goals[1], 0), 0, false};
}

namespace {

// Computes exact values in games whose states repeat: backwards from the ends of the game.
//
// The payoff of play that never ends is margin 0. Let v > 0. Role 0 can force a margin of at least
// v from a state if and only if the state is in the *attractor* of the ends with margin v or more:
// the least set that contains these ends, every state of role 0 with a successor in the set, and
// every state of role 1 with all successors in it. (In it, role 0 moves to a state that joined
// earlier, so that the end comes; outside, role 1 can stay outside, and then ends are worth less
// than v, or never come, which is worth 0 < v.) So if the thresholds v descend from 100, a state's
// margin is the threshold at which it joins. With the roles exchanged the same gives the margins
// below 0; a state from which neither role can force anything has margin 0. A state of role 1 joins
// when its last successor has, which one counter detects; it counts for the attractors of one role
// only, because only states of role 1 are counted in those of role 0. Each edge is visited once.
//
// Moves to states with the same margin *keep* it; other moves are worse. If the margin is not 0, a
// second pass over keeping moves sets plies in ascending order: a winner's state comes one ply
// after the first of its successors, a loser's one ply after the last. This reaches every state
// with that margin: the winner's move to a state that joined earlier keeps the margin, because the
// winner has no move to a better one.
//
// Draws are classified by moves that keep them. First come the states from which all such play
// ends, in topological order, one ply after the last successor, as in depth-first search of games
// without cycles. Then come those that can be brought to an end, one ply after the first of the
// successors that end. The rest never end. All this depends only on what can be reached from a
// state, so the result is the same whatever state a game is solved from.
//
// Sources: Thompson (1986), "Retrograde analysis of certain endgames"; attractors: Mazala (2002),
// "Infinite games", in "Automata, logics, and infinite games".

constexpr std::uint32_t unknown = std::numeric_limits<std::uint32_t>::max();
constexpr std::size_t bytes_per_node = 48;
constexpr std::int32_t most = 100;  // of margins

class Backwards {
 public:
  Backwards(StateSpace& space, Node& root) : space_(space) {
    reach(root);
    link();
  }

  std::vector<std::pair<Node*, GameValue>> solve() {
    find_ends();
    for (std::int32_t margin = most; margin > 0; --margin) attract(0, margin);
    for (std::int32_t margin = -most; margin < 0; ++margin) attract(1, margin);
    count_plies();
    draw_out();
    end_early();
    for (Index node = 0; node < nodes_.size(); ++node) {
      GameValue& value = nodes_[node].second;
      if (value.plies == unknown) value = {0, 0, true};
    }
    return std::move(nodes_);
  }

 private:
  using Index = std::uint32_t;  ///< index into nodes_

  GameValue& value(Index node) { return nodes_[node].second; }
  Role mover(Index node) const { return StateSpace::mover(*nodes_[node].first); }
  std::span<const Index> before(Index node) const {
    return {predecessors_.data() + first_[node], predecessors_.data() + first_[node + 1]};
  }

  template <typename Each>
  void each_successor(Index node, Each each) {
    Node& from = *nodes_[node].first;
    for (std::uint32_t edge = 0; edge < from.edge_count; ++edge)
      each(index_[space_.successor(from, edge)->number]);
  }

  void require_budget(std::size_t edges) const {
    const std::size_t more = nodes_.size() * bytes_per_node + edges * sizeof(Index);
    if (space_.used() + more > space_.options().budget || edges >= unknown) space_.fail_budget();
  }

  /// Breadth first: nodes_ is the queue.
  void reach(Node& root) {
    const auto add = [&](Node* node) {
      if (node->number >= index_.size()) index_.resize(2 * std::size_t{node->number} + 64, unknown);
      if (index_[node->number] != unknown) return;
      index_[node->number] = static_cast<Index>(nodes_.size());
      nodes_.push_back({node, {0, unknown, false}});
    };
    add(&root);
    for (std::size_t i = 0; i < nodes_.size(); ++i) {
      if (i % 4096 == 0) require_budget(edges_);
      Node& node = *nodes_[i].first;
      space_.expand(node);
      edges_ += node.edge_count;
      for (std::uint32_t edge = 0; edge < node.edge_count; ++edge)
        add(space_.successor(node, edge));
    }
    require_budget(edges_);
  }

  /// Builds the lists of predecessors, those of a node side by side; a predecessor with two moves
  /// to it is listed twice.
  void link() {
    first_.assign(nodes_.size() + 1, 0);
    predecessors_.resize(edges_);
    for (Index node = 0; node < nodes_.size(); ++node)
      each_successor(node, [&](Index next) { ++first_[next]; });
    Index sum = 0;
    for (Index& first : first_) first = sum += first;
    for (Index node = 0; node < nodes_.size(); ++node)
      each_successor(node, [&](Index next) { predecessors_[--first_[next]] = node; });
  }

  void find_ends() {
    left_.resize(nodes_.size());
    joined_.assign(nodes_.size(), false);
    ends_.resize(2 * most + 1);
    for (Index node = 0; node < nodes_.size(); ++node) {
      left_[node] = nodes_[node].first->edge_count;
      if (left_[node] > 0) continue;
      value(node) = final_value(space_, *nodes_[node].first);
      ends_[value(node).margin + most].push_back(node);
    }
  }

  /// Finds the states from which `role` can force an end with `margin`, but not a better one.
  void attract(Role role, std::int32_t margin) {
    std::vector<Index>& joining = ends_[margin + most];
    for (std::size_t i = 0; i < joining.size(); ++i) {
      const Index node = joining[i];
      joined_[node] = true;
      value(node).margin = margin;
      for (const Index previous : before(node)) {
        if (joined_[previous]) continue;
        if (mover(previous) != role && --left_[previous] > 0) continue;
        joined_[previous] = true;
        joining.push_back(previous);
      }
    }
    joining = {};
  }

  /// Sets left_ to the number of moves that keep the margin.
  void count_keeping() {
    std::fill(left_.begin(), left_.end(), 0);
    for (Index node = 0; node < nodes_.size(); ++node)
      for (const Index previous : before(node))
        if (value(previous).margin == value(node).margin) ++left_[previous];
  }

  void count_plies() {
    count_keeping();
    std::vector<Index> queue;  // in the order of plies
    for (Index node = 0; node < nodes_.size(); ++node)
      if (value(node).margin != 0 && value(node).plies == 0) queue.push_back(node);
    for (std::size_t i = 0; i < queue.size(); ++i) {
      const GameValue reached = value(queue[i]);
      for (const Index previous : before(queue[i])) {
        GameValue& known = value(previous);
        if (known.margin != reached.margin || known.plies != unknown) continue;
        if (known.margin_for(mover(previous)) < 0 && --left_[previous] > 0) continue;
        known.plies = reached.plies + 1;
        queue.push_back(previous);
      }
    }
  }

  /// Finds draws that end whatever is played, as long as the draw is kept.
  void draw_out() {
    std::vector<Index> queue;
    for (Index node = 0; node < nodes_.size(); ++node)
      if (value(node).margin == 0 && value(node).plies == 0) queue.push_back(node);
    for (std::size_t i = 0; i < queue.size(); ++i) {
      for (const Index previous : before(queue[i])) {
        if (value(previous).margin != 0 || --left_[previous] > 0) continue;
        // The queue is not in the order of plies, so the last successor need not have the most.
        std::uint32_t plies = 0;
        each_successor(previous, [&](Index next) {
          if (value(next).margin == 0) plies = std::max(plies, value(next).plies + 1);
        });
        value(previous).plies = plies;
        queue.push_back(previous);
      }
    }
  }

  /// Finds draws that can be ended; the rest go on for ever. Uses buckets by plies, because the
  /// known draws have arbitrary plies.
  void end_early() {
    std::vector<std::vector<Index>> known;
    const auto add = [&](Index node) {
      const std::uint32_t plies = value(node).plies;
      if (plies >= known.size()) known.resize(plies + 1);
      known[plies].push_back(node);
    };
    for (Index node = 0; node < nodes_.size(); ++node)
      if (value(node).margin == 0 && value(node).plies != unknown) add(node);
    for (std::uint32_t plies = 0; plies < known.size(); ++plies) {
      const std::vector<Index> now = std::move(known[plies]);
      for (const Index node : now) {
        for (const Index previous : before(node)) {
          if (value(previous).margin != 0 || value(previous).plies != unknown) continue;
          value(previous).plies = plies + 1;
          add(previous);
        }
      }
    }
  }

  StateSpace& space_;
  std::vector<std::pair<Node*, GameValue>> nodes_;
  std::vector<Index> index_;  ///< by node number; unknown: not reached
  std::size_t edges_ = 0;
  std::vector<Index> first_;  ///< of a node's predecessors
  std::vector<Index> predecessors_;
  std::vector<std::uint32_t> left_;  ///< successors that have not joined yet
  std::vector<bool> joined_;
  std::vector<std::vector<Index>> ends_;  ///< by margin + most
};

/// Returns the value of every node that can be reached from `root`, the root first. Expands them
/// all. Needs 48 bytes a node and 4 an edge, besides the space, which count against its budget.
/// Throws BudgetExceeded, TurnError, LimitReached, Stopped.
std::vector<std::pair<Node*, GameValue>> solve_backwards(StateSpace& space, Node& root) {
  return Backwards(space, root).solve();
}

/// Whether the mover prefers the successor `a` to `b`.
bool better(const GameValue& a, const GameValue& b, Role mover) {
  if (a.margin != b.margin) return a.margin_for(mover) > b.margin_for(mover);
  return a.margin_for(mover) > 0 ? a.plies < b.plies : a.plies > b.plies;
}

}  // namespace

Minimax::Minimax(std::shared_ptr<const Game> game, TurnRule turns, StateSpaceOptions options)
    : game_(std::move(game)), turns_(*game_, std::move(turns)), space_(*game_, turns_, options) {}

Minimax::Entry& Minimax::entry(const Node& node) {
  const std::size_t block = node.number / block_entries;
  while (block >= entries_.size()) add_entries();
  return entries_[block][node.number % block_entries];
}

void Minimax::add_entries() {
  const std::size_t bytes = (entries_.size() + 1) * block_entries * sizeof(Entry);
  if (space_.used() + bytes > space_.options().budget) space_.fail_budget();
  entries_.emplace_back(block_entries);
}

void Minimax::forget_cleared() {
  if (clearings_ == space_.clearings()) return;
  entries_.clear();
  listed_.clear();
  cyclic_ = false;
  clearings_ = space_.clearings();
}

GameValue Minimax::solve(Node& root) {
  forget_cleared();
  if (entry(root).state == Entry::State::solved) return entry(root).value;
  // Depth first takes less memory. The states it has solved when it meets a cycle do not lie before
  // one, and their nodes are reused.
  if (!cyclic_ && solve_depth_first(root)) return entry(root).value;
  cyclic_ = true;
  for (const auto& [node, value] : solve_backwards(space_, root))
    entry(*node) = {value, Entry::State::solved};
  return entry(root).value;
}

// Uses an explicit stack, because games may be long. `best` is the value of the best successor so
// far, one ply further away. Returns false if a state can repeat.
bool Minimax::solve_depth_first(Node& root) {
  struct Frame {
    Node* node;
    std::uint32_t edge = 0;
    GameValue best;
  };
  std::vector<Frame> stack;
  // Otherwise half-searched nodes would look like a cycle to the next call.
  const auto close_all = [&] {
    for (const Frame& frame : stack) entry(*frame.node).state = Entry::State::unknown;
  };
  const auto open = [&](Node* node) {
    space_.expand(*node);
    entry(*node).state = Entry::State::open;
    stack.push_back({node, 0, {}});
  };
  try {
    open(&root);
    while (!stack.empty()) {
      Frame& frame = stack.back();
      Node& node = *frame.node;
      if (frame.edge == node.edge_count) {
        const GameValue value = node.edge_count == 0 ? final_value(space_, node) : frame.best;
        entry(node) = {value, Entry::State::solved};
        stack.pop_back();
        continue;
      }
      Node* next = space_.successor(node, frame.edge);
      const Entry known = entry(*next);
      if (known.state == Entry::State::open) {
        close_all();
        return false;
      }
      if (known.state == Entry::State::unknown) {
        open(next);
        continue;
      }
      const GameValue value{known.value.margin, known.value.plies + 1, false};
      if (frame.edge == 0 || better(value, frame.best, StateSpace::mover(node))) frame.best = value;
      ++frame.edge;
    }
  } catch (...) {
    close_all();
    throw;
  }
  return true;
}

GameValue Minimax::value(StateView state) {
  return ask(state, [&](Node& node) { return solve(node); });
}

std::optional<BestMove> Minimax::best(StateView state) {
  return ask(state, [&](Node& node) -> std::optional<BestMove> {
    const GameValue value = solve(node);
    space_.expand(node);  // remembered nodes are not expanded
    std::optional<BestMove> best;
    for (std::uint32_t edge = 0; edge < node.edge_count; ++edge) {
      const Move move = node.edges[edge].move;
      if (best && !preference_.prefers(move, best->move)) continue;
      const Node* next = space_.successor(node, edge);
      const GameValue reached = entry(*next).value;
      if (reached.margin == value.margin && reached.endless == value.endless &&
          (value.endless || reached.plies + 1 == value.plies))
        best = BestMove{move, StateSpace::mover(node), value, space_.state(*next)};
    }
    return best;
  });
}

void Minimax::visit(StateView state, const std::function<void(const SolvedState&)>& each) {
  visit(std::vector<State>{State(state.begin(), state.end())}, each);
}

void Minimax::visit(const std::vector<State>& states,
                    const std::function<void(const SolvedState&)>& each) {
  std::vector<bool> seen;  // by node number
  std::uint64_t clearings = space_.clearings();
  const auto is_new = [&](const Node& node) {
    if (node.number >= seen.size()) seen.resize(2 * std::size_t{node.number} + 64);
    if (seen[node.number]) return false;
    seen[node.number] = true;
    return true;
  };
  const auto show = [&](Node& node) {
    each({space_.state(node), StateSpace::moved(node), StateSpace::mover(node),
          space_.terminal(node), entry(node).value, node.edge_count});
  };
  const auto show_below = [&](Node& root) {
    solve(root);
    if (clearings != space_.clearings()) {
      seen.clear();
      clearings = space_.clearings();
    }
    if (!listed_.empty() && listed_.front() == &root) {
      for (Node* node : listed_) {
        if (is_new(*node)) show(*node);
      }
      return;
    }
    if (!is_new(root)) return;
    std::vector<Node*> open{&root};
    while (!open.empty()) {
      Node& node = *open.back();
      open.pop_back();
      space_.expand(node);
      show(node);
      for (std::uint32_t edge = 0; edge < node.edge_count; ++edge) {
        Node* next = space_.successor(node, edge);
        if (is_new(*next)) open.push_back(next);
      }
    }
  };
  for (const State& state : states) ask(state, show_below);
}

void Minimax::remember(const SolvedState& solved) {
  if (listed_.empty()) {
    space_.clear();
    forget_cleared();
  }
  Node* node =
      space_.remembered(solved.state, solved.moved, solved.mover, solved.terminal, solved.moves);
  entry(*node) = {solved.value, Entry::State::solved};
  listed_.push_back(node);
}

void Minimax::remembered(bool cyclic) {
  cyclic_ = cyclic;
}

}  // namespace tesuji::runtime
