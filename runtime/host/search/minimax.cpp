#include "runtime/host/search/minimax.h"

#include "runtime/host/search/retrograde.h"

#include <utility>

namespace tesuji::runtime {

namespace {

/// Whether the mover prefers `a`, reached by its move, to `b`.
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
  // Depth first takes less memory. What it has solved when it meets a cycle lies before none, and
  // the nodes it made are not made again.
  if (!cyclic_ && solve_depth_first(root)) return entry(root).value;
  cyclic_ = true;
  for (const auto& [node, value] : solve_backwards(space_, root))
    entry(*node) = {value, Entry::State::solved};
  return entry(root).value;
}

// With an explicit stack, since games may be long. `best` is the value of the best successor so
// far, one ply further away. False where a state can come again.
bool Minimax::solve_depth_first(Node& root) {
  struct Frame {
    Node* node;
    std::uint32_t edge = 0;
    GameValue best;
  };
  std::vector<Frame> stack;
  // Half-searched nodes must not look like a cycle to the next call.
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
    space_.expand(node);  // what was remembered is not
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
