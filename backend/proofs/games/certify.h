// Writes a certificate of what was proved: a folder that `tesuji check-certificate` checks.
#pragma once

#include "backend/proofs/certificates/certificate_checker.h"
#include "backend/proofs/games/cadical.h"
#include "backend/proofs/games/verify.h"

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

namespace tesuji::driver {

struct CertifyOptions {
  std::string folder;
  CadicalOptions cadical;    ///< its limits are those of one run
  double total_seconds = 0;  ///< for all of it; 0: no limit
  certificates::CheckLimits limits;
  std::function<void(const std::string&)> progress;  ///< told what is begun; may be empty
};

/// A formula that was proved by induction and is not in the certificate.
struct Uncertified {
  std::string name;
  std::string reason;
};

struct CertifyReport {
  std::string folder;
  std::uint64_t proved = 0;     ///< formulas that were proved by induction
  std::uint64_t certified = 0;  ///< of these in the certificate
  std::vector<Uncertified> uncertified;
  std::size_t steps = 0;
  std::size_t cnfs = 0;
  std::uint64_t clauses = 0;
  std::uint64_t proof_bytes = 0;
  double ground_seconds = 0;   ///< of making the CNFs
  double solver_seconds = 0;   ///< of CaDiCaL, for the CNFs of the certificate
  double checker_seconds = 0;  ///< of checking its proofs
  /// Bugs of ours, or of a solver: a formula that was proved, and a CNF that has a model. The CNFs
  /// are in the certificate's folder, in `disagreements`.
  std::vector<std::string> disagreements;
  std::string fault;  ///< why there is no certificate; empty where there is one
  double seconds = 0;
};

/// Whether a certificate can be written to the folder: it is missing, empty, or has a certificate,
/// which is replaced. Returns why not; empty where it can.
[[nodiscard]] std::string folder_fault(const std::string& folder);

/// Certifies the steps of the report one after the other. What cannot be certified is left out, and
/// listed with the reason. `sheet` is the text of the rulesheet, in KIF.
[[nodiscard]] CertifyReport certify(const std::string& sheet, const Verified& verified,
                                    const CertifyOptions& options);

}  // namespace tesuji::driver
