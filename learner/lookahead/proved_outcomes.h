// What look-ahead proves of the moves of a sample: which win, and how fast, which lose, and which
// hold a draw.
//
// A move is known by the state it leads to, and its outcome is of the role that made it. It wins
// within 1 if that state is won, within k + 1 if the game goes on there and every answer leads to a
// state from which some move wins within k. States of which the sample does not have the moves
// leave outcomes unknown.
#pragma once

#include "learner/lookahead/truth.h"

#include <cstdint>
#include <vector>

namespace tesuji::learner {

struct ProvedOutcomes {
  /// By k - 1: moves that win within k own moves; yes and no are both proved. The last element is
  /// the last that differs from the one before it.
  std::vector<Truth> wins;
  Truth loses;  ///< the other role can win
  Truth holds;  ///< the other role cannot win, however long the game lasts
};

/// `levels`: greatest k. Looks at all states of the sample, some times for each level.
[[nodiscard]] ProvedOutcomes prove_outcomes(const StateSample& sample, std::uint32_t levels);

}  // namespace tesuji::learner
