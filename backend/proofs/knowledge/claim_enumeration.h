// Decides formulas about what roles know by looking at all plays of small games.
//
// A *place* is a state with what each role considers possible in it: the set of states to which
// plays come that look alike to the role. Which places follow a place depends on nothing else, so
// there are finitely many, and all plays are at one of them.
#pragma once

#include "backend/proofs/knowledge/claim_plays.h"

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace tesuji::proofs {

struct ClaimEnumerationOptions {
  std::uint64_t max_places = 200'000;   ///< and as many sets of states
  std::uint64_t max_steps = 3'000'000;  ///< joint moves that are tried, and members of these sets
  double seconds = 0;                   ///< 0: no limit
  const std::atomic<bool>* stop = nullptr;
};

struct ClaimEnumeration {
  bool complete = false;  ///< whether all places were looked at
  std::uint64_t places = 0;
  std::vector<ClaimViolation> violations;  ///< the first of each claim, a shortest play
};

/// Evaluates the claims that `asked` marks, breadth first. Throws runtime::LimitReached as the game
/// does.
[[nodiscard]] ClaimEnumeration enumerate_claims(const ClaimScene& scene,
                                                const std::vector<bool>& asked,
                                                const ClaimEnumerationOptions& options);

}  // namespace tesuji::proofs
