#include "learner/migo/refutations.h"

#include <algorithm>
#include <stdexcept>

namespace tesuji::learner {

using runtime::Node;
using runtime::StateSpace;

Refutations::Bounds& Refutations::bounds(Node& node) {
  Bounds& result = bounds_[node.number];
  if (!result.node) {
    space_.expand(node);
    result.node = &node;
    result.moves.assign(node.edge_count, Outcome::won);
  }
  return result;
}

void Refutations::lower(Outcome& bound, Outcome to) {
  if (to >= bound) return;
  if (bound == Outcome::won) ++versions_[static_cast<std::size_t>(Goal::win)];
  if (to == Outcome::lost) ++versions_[static_cast<std::size_t>(Goal::draw)];
  bound = to;
}

void Refutations::record(std::span<Node* const> boards, runtime::Role learner, Outcome outcome) {
  Outcome after = outcome;  // at best, from the board that was looked at last
  for (std::size_t i = boards.size() - 1; i-- > 0;) {
    Bounds& here = bounds(*boards[i]);
    if (StateSpace::mover(*boards[i]) == learner) {
      for (std::uint32_t edge = 0; edge < here.moves.size(); ++edge) {
        if (boards[i]->edges[edge].node == boards[i + 1]) lower(here.moves[edge], after);
      }
      after = *std::max_element(here.moves.begin(), here.moves.end());
    } else if (outcome != Outcome::lost) {
      for (Outcome& bound : here.moves) {
        lower(bound, outcome == Outcome::won ? Outcome::lost : Outcome::drawn);
      }
    }
  }
}

void Refutations::restore(Node& node, const std::vector<Outcome>& moves) {
  Bounds& here = bounds(node);
  if (here.moves.size() != moves.size()) throw std::invalid_argument("a state has other moves");
  for (std::size_t i = 0; i < moves.size(); ++i) lower(here.moves[i], moves[i]);
}

std::vector<Node*> Refutations::refuted(Goal goal) {
  const Outcome least = goal == Goal::win ? Outcome::won : Outcome::drawn;
  std::vector<Node*> result;
  for (auto& [number, here] : bounds_) {
    for (std::uint32_t edge = 0; edge < here.moves.size(); ++edge) {
      if (here.moves[edge] < least) result.push_back(space_.successor(*here.node, edge));
    }
  }
  return result;
}

}  // namespace tesuji::learner
