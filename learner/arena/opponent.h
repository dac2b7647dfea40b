// Declares opponents of a learner other than the perfect player.
#pragma once

#include "learner/arena/learner.h"

#include <cstdint>

namespace tesuji::learner {

/// Not thread-safe.
class Opponent {
 public:
  virtual ~Opponent() = default;
  /// Chooses the opponent's move in an expanded node with at least one edge. `learner` is its
  /// adversary.
  [[nodiscard]] virtual std::uint32_t answer(runtime::Node& node, Learner& learner,
                                             runtime::Rng& random) = 0;
};

/// Self-play: the learner itself. Learners that learn from the moves of one role only (matchboxes,
/// Q-learning) do not improve in the other role.
class SelfOpponent final : public Opponent {
 public:
  [[nodiscard]] std::uint32_t answer(runtime::Node& node, Learner& learner,
                                     runtime::Rng& random) override {
    return learner.choose(node, random).edge;
  }
};

/// Makes any move, each with the same probability.
class RandomOpponent final : public Opponent {
 public:
  [[nodiscard]] std::uint32_t answer(runtime::Node& node, Learner&, runtime::Rng& random) override {
    return static_cast<std::uint32_t>(random.below(node.edge_count));
  }
};

}  // namespace tesuji::learner
