// Proves outcomes of moves by look-ahead in a sample: which win, and how fast, which lose, and
// which hold a draw.
//
// A move is identified by the state it leads to, and its outcome is that of the role that made it.
// It wins within 1 if that state is won, and within k + 1 if the game goes on there and every
// answer leads to a state from which some move wins within k. Outcomes are unknown if they depend
// on states whose moves are not in the sample.
#pragma once

#include "learner/lookahead/truth.h"

#include <cstdint>
#include <vector>

namespace tesuji::learner {

struct ProvedOutcomes {
  /// By k - 1: moves that win within k own moves; yes and no are both proved. The last element is
  /// the last one that differs from its predecessor.
  std::vector<Truth> wins;
  Truth loses;  ///< the other role can win
  Truth holds;  ///< the other role cannot win, however long the game lasts
};

/// `levels`: greatest k. Visits all states of the sample, several times for each level.
[[nodiscard]] ProvedOutcomes prove_outcomes(const StateSample& sample, std::uint32_t levels);

}  // namespace tesuji::learner
