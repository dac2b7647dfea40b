// Checks the certificate in a folder, and compares its translation of the game with the reference
// reasoner.
//
// For this comparison (backend/proofs/certificates/transition_check.h), the reasoner plays random
// games and lists all true atoms of their states.
#pragma once

#include "backend/driver/session.h"
#include "backend/proofs/certificates/certificate_checker.h"
#include "backend/proofs/certificates/transition_check.h"
#include "backend/reference/program.h"

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
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

struct CheckCertificateOptions {
  std::string folder;
  std::optional<std::string> sheet;  ///< path of the rulesheet that the certificate must be about
  certificates::CheckLimits limits;
  SamplingOptions sampling;                                      ///< with 0 states: no sampling
  std::function<void(const certificates::CheckedCnf&)> checked;  ///< may be empty
};

struct CheckedCertificate {
  certificates::CheckResult result;
  std::uint64_t states = 0;    ///< number of sampled states
  std::uint64_t compared = 0;  ///< number of compared truth values of atoms in them
  std::uint64_t open = 0;      ///< number of these that unit propagation does not determine
  std::string not_sampled;  ///< why the game was not sampled; empty if it was, or was not requested
  double sample_seconds = 0;
  /// Bugs of ours: the certificate's translation of the game differs from the reference reasoner.
  std::vector<std::string> disagreements;
};

/// Reports faults of files, and returns nothing then.
[[nodiscard]] std::optional<CheckedCertificate> check_certificate(
    const CheckCertificateOptions& options, Session& session);

}  // namespace tesuji::driver
