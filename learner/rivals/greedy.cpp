#include "learner/rivals/greedy.h"

#include <algorithm>
#include <cstdint>

namespace tesuji::learner {

Learner::Choice greedy(const std::vector<double>& values, double exploration,
                       runtime::Rng& random) {
  const auto count = static_cast<std::uint32_t>(values.size());
  if (exploration > 0 && uniform(random) < exploration) {
    return {static_cast<std::uint32_t>(random.below(count)), true};
  }
  const double best = *std::max_element(values.begin(), values.end());
  std::vector<std::uint32_t> edges;
  for (std::uint32_t edge = 0; edge < count; ++edge) {
    if (values[edge] == best) edges.push_back(edge);
  }
  // All values are equal: nothing is known.
  if (edges.size() == 1) return {edges.front(), false};
  return {edges[random.below(edges.size())], edges.size() == values.size()};
}

std::size_t own_move(const PlayedGame& game, runtime::Role learner, std::size_t begin) {
  while (begin < game.edges.size() && runtime::StateSpace::mover(*game.boards[begin]) != learner) {
    ++begin;
  }
  return std::min(begin, game.edges.size());
}

}  // namespace tesuji::learner
