// Decides formulas about what roles know by enumerating all plays of small games.
//
// A *place* is a state with the set of states that each role considers possible in it: those
// reached by plays that look alike to the role. The successors of a place depend only on the place,
// so there are finitely many, and every play is always at one of them.
#pragma once

#include "backend/proofs/knowledge/claim_plays.h"

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace tesuji::proofs {

struct ClaimEnumerationOptions {
  std::uint64_t max_places = 200'000;   ///< also limits the number of sets of states
  std::uint64_t max_steps = 3'000'000;  ///< joint moves tried, plus members of these sets
  double seconds = 0;                   ///< 0: no limit
  const std::atomic<bool>* stop = nullptr;
};

struct ClaimEnumeration {
  bool complete = false;  ///< whether all places were visited
  std::uint64_t places = 0;
  std::vector<ClaimViolation> violations;  ///< the first one for each claim, in a shortest play
};

/// Evaluates the claims that `asked` selects, breadth first. Throws runtime::LimitReached as the
/// game does.
[[nodiscard]] ClaimEnumeration enumerate_claims(const ClaimScene& scene,
                                                const std::vector<bool>& asked,
                                                const ClaimEnumerationOptions& options);

}  // namespace tesuji::proofs
