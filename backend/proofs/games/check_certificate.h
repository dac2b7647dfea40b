// Checks the certificate in a folder, and compares its translation of the game with the reference
// reasoner.
#pragma once

#include "backend/driver/session.h"
#include "backend/proofs/certificates/certificate_checker.h"
#include "backend/proofs/games/sampled_transitions.h"

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace tesuji::driver {

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
