// Holds certificates of random formulas against all states of a small game.
#pragma once

#include "backend/proofs/formulas/automatic_sets.h"
#include "ir/module/module.h"
#include "tests/property/brute_force_prover.h"

#include <cstdint>
#include <string>

namespace tesuji::tests {

struct CertificateCounts {
  std::uint64_t cnfs = 0;       ///< that were solved
  std::uint64_t certified = 0;  ///< formulas
  std::uint64_t refused = 0;    ///< formulas with a CNF that has a model
  std::uint64_t malformed = 0;  ///< sets with a sheet or formula that has no certificates
};

/// What certificates of the formulas would say, each by itself and all of them together, and should
/// not; empty where there is nothing. `truth` is of the game with sequences that end in terminal
/// states alone. Needs CaDiCaL.
[[nodiscard]] std::string compare_certificates(const std::string& kif, const ir::Module& module,
                                               const proofs::InvariantSet& set,
                                               std::uint32_t induction, BruteForceProver& truth,
                                               CertificateCounts& counts);

}  // namespace tesuji::tests
