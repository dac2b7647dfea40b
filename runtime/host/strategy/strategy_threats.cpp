#include "runtime/host/strategy/strategy_threats.h"

#include <algorithm>

namespace tesuji::runtime {

namespace {

/// A state one move further, and that move.
struct OneMove {
  Move move = 0;
  State state;
};

std::vector<OneMove> moves_from(StateView state, StateSpace& space) {
  return space.query(state, [&](Node& node) {
    std::vector<OneMove> result;
    space.expand(node);
    for (std::uint32_t edge = 0; edge < node.edge_count; ++edge) {
      const StateView next = space.state(*space.successor(node, edge));
      result.push_back({node.edges[edge].move, State(next.begin(), next.end())});
    }
    return result;
  });
}

/// Adds the wins after an answer; returns false if none exist.
bool add_threats(const Strategy& strategy, std::span<const std::uint32_t> predicates,
                 const State& answer, Strategy::Memory& memory, std::vector<Threat>& threats) {
  for (const std::uint32_t predicate : predicates) {
    const std::vector<State> wins = strategy.solutions(predicate, answer, memory);
    if (wins.empty()) continue;
    for (const OneMove& one : moves_from(answer, memory.space())) {
      if (std::find(wins.begin(), wins.end(), one.state) == wins.end()) continue;
      const auto known = std::find_if(threats.begin(), threats.end(), [&](const Threat& threat) {
        return threat.move == one.move;
      });
      if (known == threats.end()) {
        threats.push_back({one.move, predicate, 1, answer, one.state});
      } else {
        ++known->answers;
      }
    }
    return true;
  }
  return false;
}

}  // namespace

Threats find_threats(const Strategy& strategy, std::span<const std::uint32_t> predicates,
                     StateView state, Move move, Strategy::Memory& memory) {
  Threats result;
  const std::vector<OneMove> moves = moves_from(state, memory.space());
  const auto made = std::find_if(moves.begin(), moves.end(),
                                 [&](const OneMove& one) { return one.move == move; });
  if (made == moves.end()) return result;
  for (const OneMove& answer : moves_from(made->state, memory.space())) {
    ++result.answers;
    if (add_threats(strategy, predicates, answer.state, memory, result.threats)) ++result.lost;
  }
  return result;
}

}  // namespace tesuji::runtime
