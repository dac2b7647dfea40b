// Chooses moves by their values, and finds the learner's own moves in a game.
#pragma once

#include "learner/arena/learner.h"

#include <cstddef>
#include <vector>

namespace tesuji::learner {

/// Returns the move of the greatest value, one at random if there are several; with probability
/// `exploration` any move.
[[nodiscard]] Learner::Choice greedy(const std::vector<double>& values, double exploration,
                                     runtime::Rng& random);

/// Returns the number of the learner's first move from number `begin` on; the number of moves if
/// none exists.
[[nodiscard]] std::size_t own_move(const PlayedGame& game, runtime::Role learner,
                                   std::size_t begin);

/// Returns a number uniform in [0, 1).
[[nodiscard]] inline double uniform(runtime::Rng& random) {
  return static_cast<double>(random.next() >> 11) * 0x1p-53;
}

}  // namespace tesuji::learner
