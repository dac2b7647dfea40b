// Proofs of random invariants of a small game by clingo, held against going through all of the
// game's states.
#pragma once

#include "tests/property/certificates/differential.h"
#include "tests/property/invariants/net_proofs.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>

namespace tesuji::tests {

struct InvariantsOutcome {
  enum class Kind : std::uint8_t {
    agreed,
    refused,    ///< the sheet has an error; `message` is the report
    limit,      ///< there are too many states or sequences; `message` says which
    disagreed,  ///< `message` says about which formulas, and how they were asked for
  };
  Kind kind = Kind::agreed;
  std::string message;
  // How much was compared.
  std::size_t states = 0;    ///< sets of fluents
  std::size_t moving = 0;    ///< those after which there is a next state
  std::size_t programs = 0;  ///< that clingo was asked
  NetCounts on_net;
  std::array<std::size_t, 6> by_outcome{};  ///< formulas by proofs::Outcome, counted once
  std::size_t plays = 0;                ///< of clingo's that refute a formula
  std::size_t pairs = 0;                ///< of states that refute a step
  CertificateCounts certificates;
};

/// Makes invariants of the KIF rulesheet, by the seed, and compares
///   * the outcomes that a prover finds for a set, alone and with what another one proved, or
///   with
///     formulas that need not be true, as premises; with all passes over programs, and with some
///     left out; for one formula and for several; whatever the induction and `nonplayable`
///   * whether proofs::find_play and proofs::find_pair find something, which must be played so by
///   rules
///   * whether formulas can be certified (backend/proofs/certificates)
/// with what BruteForceProver says; that what is proved holds in all states in reach; and, of some
/// seeds, the states themselves with what the reference reasoner says of them.
/// `thorough`: every pass left out alone.
[[nodiscard]] InvariantsOutcome compare_invariants(const std::string& kif, std::uint64_t seed,
                                                   bool thorough);

}  // namespace tesuji::tests
