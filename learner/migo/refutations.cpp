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
  back_up(boards, learner, outcome, true);
}

void Refutations::record_any(std::span<Node* const> boards, runtime::Role learner,
                             Outcome outcome) {
  back_up(boards, learner, outcome, false);
  const Outcome theirs = outcome == Outcome::won    ? Outcome::lost
                         : outcome == Outcome::lost ? Outcome::won
                                                    : Outcome::drawn;
  back_up(boards, runtime::other_role(learner), theirs, false);
}

void Refutations::record_loss(Node& node, const Node& next) {
  Bounds& here = bounds(node);
  for (std::uint32_t edge = 0; edge < here.moves.size(); ++edge) {
    if (node.edges[edge].node == &next) lower(here.moves[edge], Outcome::lost);
  }
}

/// Bounds the values of a role's moves in a game from above, given its outcome for the role.
void Refutations::back_up(std::span<Node* const> boards, runtime::Role role, Outcome outcome,
                          bool perfect) {
  Outcome after = outcome;  // upper bound from the board visited last
  for (std::size_t i = boards.size() - 1; i-- > 0;) {
    Bounds& here = bounds(*boards[i]);
    if (StateSpace::mover(*boards[i]) == role) {
      for (std::uint32_t edge = 0; edge < here.moves.size(); ++edge) {
        if (boards[i]->edges[edge].node == boards[i + 1]) lower(here.moves[edge], after);
      }
      after = *std::max_element(here.moves.begin(), here.moves.end());
    } else if (perfect && outcome != Outcome::lost) {
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
