// Choices by values of moves, and the moves of a game that are the learner's own.
#pragma once

#include "learner/arena/learner.h"

#include <cstddef>
#include <vector>

namespace tesuji::learner {

/// The move of the greatest value, of several each with the same probability; with probability
/// `exploration` any move.
[[nodiscard]] Learner::Choice greedy(const std::vector<double>& values, double exploration,
                                     runtime::Rng& random);

/// Number of the first move of the learner from number `begin` on; the number of moves if there is
/// none.
[[nodiscard]] std::size_t own_move(const PlayedGame& game, runtime::Role learner,
                                   std::size_t begin);

/// Uniform in [0, 1).
[[nodiscard]] inline double uniform(runtime::Rng& random) {
  return static_cast<double>(random.next() >> 11) * 0x1p-53;
}

}  // namespace tesuji::learner
