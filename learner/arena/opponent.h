// Whom a learner plays against, where that is not the perfect player.
#pragma once

#include "learner/arena/learner.h"

#include <cstdint>

namespace tesuji::learner {

/// Not thread-safe.
class Opponent {
 public:
  virtual ~Opponent() = default;
  /// The opponent's move in an expanded node with at least one edge. `learner` plays the game.
  [[nodiscard]] virtual std::uint32_t answer(runtime::Node& node, Learner& learner,
                                             runtime::Rng& random) = 0;
};

/// The learner itself: self-play. Learners that learn from the moves of one role alone (matchboxes,
/// Q-learning) do not get better in the other one.
class SelfOpponent final : public Opponent {
 public:
  [[nodiscard]] std::uint32_t answer(runtime::Node& node, Learner& learner,
                                     runtime::Rng& random) override {
    return learner.choose(node, random).edge;
  }
};

/// Any move, with the same probability each.
class RandomOpponent final : public Opponent {
 public:
  [[nodiscard]] std::uint32_t answer(runtime::Node& node, Learner&, runtime::Rng& random) override {
    return static_cast<std::uint32_t>(random.below(node.edge_count));
  }
};

}  // namespace tesuji::learner
