// Samples states of random games by the reference reasoner, with all true atoms: for comparison
// with a certificate's CNF (backend/proofs/certificates/transition_check.h).
#pragma once

#include "backend/proofs/certificates/transition_check.h"
#include "backend/reference/program.h"

#include <cstdint>
#include <functional>
#include <vector>

namespace tesuji::driver {

struct SamplingOptions {
  std::uint64_t states = 100;  ///< number of states, over as many games as needed
  std::uint64_t seed = 1;
  std::uint32_t longest = 500;  ///< maximum number of moves of a game
  double seconds = 0;           ///< no new state begins after that; 0: no limit
};

/// Calls `see` with states in the order of play. `asked`: the predicates whose atoms are all
/// included. Throws reference::ReasoningError.
void sample_transitions(reference::Program& program,
                        const std::vector<certificates::WantedPredicate>& asked,
                        const SamplingOptions& options,
                        const std::function<void(const certificates::SampledState&)>& see);

}  // namespace tesuji::driver
