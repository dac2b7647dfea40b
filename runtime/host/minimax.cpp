#include "runtime/host/minimax.h"

#include <algorithm>
#include <array>
#include <string>

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
  if (node.number >= entries_.size()) entries_.resize(2 * std::size_t{node.number} + 64);
  return entries_[node.number];
}

GameValue Minimax::final_value(const Node& node) {
  std::array<int, 2> goals;
  game_->goal_values(space_.state(node), space_.scratch(), goals);
  return {std::max(goals[0], 0) - std::max(goals[1], 0), 0};
}

// Depth first with an explicit stack, since games may be long. `best` is the
// value of the best successor so far, one ply further away.
GameValue Minimax::solve(Node& root) {
  if (clearings_ != space_.clearings()) {
    entries_.clear();
    clearings_ = space_.clearings();
  }
  if (entry(root).state == Entry::State::solved) return entry(root).value;

  struct Frame {
    Node* node;
    std::uint32_t edge = 0;
    GameValue best;
  };
  std::vector<Frame> stack;
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
        const GameValue value = node.edge_count == 0 ? final_value(node) : frame.best;
        entry(node) = {value, Entry::State::solved};
        stack.pop_back();
        continue;
      }
      Node* next = space_.successor(node, frame.edge);
      const Entry known = entry(*next);
      if (known.state == Entry::State::open)
        throw CyclicGame(std::string(game_->name()) + ": a state can come again");
      if (known.state == Entry::State::unknown) {
        open(next);
        continue;
      }
      const GameValue value{known.value.margin, known.value.plies + 1};
      if (frame.edge == 0 || better(value, frame.best, StateSpace::mover(node))) frame.best = value;
      ++frame.edge;
    }
  } catch (...) {
    // Half-searched nodes must not look like a cycle to the next call.
    for (const Frame& frame : stack) entry(*frame.node).state = Entry::State::unknown;
    throw;
  }
  return entry(root).value;
}

GameValue Minimax::value(StateView state) {
  return space_.query(state, [&](Node& node) { return solve(node); });
}

std::optional<BestMove> Minimax::best(StateView state) {
  return space_.query(state, [&](Node& node) -> std::optional<BestMove> {
    const GameValue value = solve(node);
    std::optional<BestMove> best;
    for (std::uint32_t edge = 0; edge < node.edge_count; ++edge) {
      const Move move = node.edges[edge].move;
      if (best && !preference_.prefers(move, best->move)) continue;
      const Node* next = space_.successor(node, edge);
      const GameValue reached = entry(*next).value;
      if (reached.margin == value.margin && reached.plies + 1 == value.plies)
        best = BestMove{move, StateSpace::mover(node), value, space_.state(*next)};
    }
    return best;
  });
}

void Minimax::visit(StateView state, const std::function<void(const SolvedState&)>& each) {
  space_.query(state, [&](Node& root) {
    solve(root);
    std::vector<Node*> open{&root};
    std::vector<bool> seen(space_.node_count());
    seen[root.number] = true;
    while (!open.empty()) {
      Node& node = *open.back();
      open.pop_back();
      each({space_.state(node), StateSpace::mover(node), space_.terminal(node), entry(node).value,
            node.edge_count});
      for (std::uint32_t edge = 0; edge < node.edge_count; ++edge) {
        Node* next = space_.successor(node, edge);
        if (seen[next->number]) continue;
        seen[next->number] = true;
        open.push_back(next);
      }
    }
  });
}

}  // namespace tesuji::runtime
