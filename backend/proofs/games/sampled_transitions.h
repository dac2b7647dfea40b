// States of random games by the reference reasoner, with all that holds in them: what a
// certificate's CNF is compared with (backend/proofs/certificates/transition_check.h).
#pragma once

#include "backend/proofs/certificates/transition_check.h"
#include "backend/reference/program.h"

#include <cstdint>
#include <functional>
#include <vector>

namespace tesuji::driver {

struct SamplingOptions {
  std::uint64_t states = 100;  ///< how many, over as many games as they take
  std::uint64_t seed = 1;
  std::uint32_t longest = 500;  ///< moves of one game
  double seconds = 0;           ///< begins no further state after that; 0: no limit
};

/// Calls `see` with states in the order of play. `asked` are the predicates all of whose atoms are
/// wanted. Throws reference::ReasoningError.
void sample_transitions(reference::Program& program,
                        const std::vector<certificates::WantedPredicate>& asked,
                        const SamplingOptions& options,
                        const std::function<void(const certificates::SampledState&)>& see);

}  // namespace tesuji::driver
