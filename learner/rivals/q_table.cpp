#include "learner/rivals/q_table.h"

#include "learner/rivals/greedy.h"

#include <algorithm>

namespace tesuji::learner {

using runtime::Node;

const std::vector<double>& QTable::values(const Node& node) {
  std::vector<double>& values = values_[node.number];
  if (values.empty()) values.assign(node.edge_count, options_.initial);
  return values;
}

Learner::Choice QTable::choose(Node& node, runtime::Rng& random) {
  return greedy(values(node), options_.exploration, random);
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
    static_cast<void>(values(*game.boards[move]));
    double& value = values_[game.boards[move]->number][game.edges[move]];
    value += options_.rate * (target - value);
    move = following;
  }
}

}  // namespace tesuji::learner
