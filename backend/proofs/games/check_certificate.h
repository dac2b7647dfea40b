// Checks the certificate in a folder, and its translation of the game against the reference
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
  std::optional<std::string> sheet;  ///< path: the certificate has to be about this one
  certificates::CheckLimits limits;
  SamplingOptions sampling;                                      ///< of no states: none
  std::function<void(const certificates::CheckedCnf&)> checked;  ///< may be empty
};

struct CheckedCertificate {
  certificates::CheckResult result;
  std::uint64_t states = 0;    ///< that were sampled
  std::uint64_t compared = 0;  ///< truth values of atoms in them
  std::uint64_t open = 0;      ///< of these not determined by unit propagation
  std::string not_sampled;     ///< why the game was not sampled; empty where it was, or need not be
  double sample_seconds = 0;
  /// Bugs of ours: the certificate's translation of the game is not what the reference reasoner
  /// says.
  std::vector<std::string> disagreements;
};

/// Faults of files are reported, and nothing is returned then.
[[nodiscard]] std::optional<CheckedCertificate> check_certificate(
    const CheckCertificateOptions& options, Session& session);

}  // namespace tesuji::driver
