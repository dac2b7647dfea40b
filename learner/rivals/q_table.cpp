#include "learner/rivals/q_table.h"

#include "learner/rivals/greedy.h"

#include <algorithm>

namespace tesuji::learner {

using runtime::Node;

std::vector<double>& QTable::values(const Node& node) {
  const StateClasses::Place& place = classes_.of(node);
  std::vector<double>& values = values_[place.state];
  if (values.empty()) values.assign(place.move_classes, options_.initial);
  return values;
}

Learner::Choice QTable::choose(Node& node, runtime::Rng& random) {
  const std::vector<double>& values = this->values(node);
  std::vector<double> by_edge;
  for (const std::uint32_t move : classes_.of(node).moves) by_edge.push_back(values[move]);
  return greedy(by_edge, testing_ ? 0 : options_.exploration, random);
}

void QTable::finish(const PlayedGame& game, runtime::Role learner) {
  std::size_t move = own_move(game, learner, 0);
  while (move < game.edges.size()) {
    const std::size_t following = own_move(game, learner, move + 1);
    double target = options_.rewards.of(game.outcome);
    if (following < game.edges.size()) {
      const std::vector<double>& next = values(*game.boards[following]);
      target = options_.discount * *std::max_element(next.begin(), next.end());
    }
    const Node& node = *game.boards[move];
    double& value = values(node)[classes_.of(node).moves[game.edges[move]]];
    value += options_.rate * (target - value);
    move = following;
  }
}

}  // namespace tesuji::learner
