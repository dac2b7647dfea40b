// Enters the results of playouts, provers and enumeration into the report of the proofs. A
// disagreement between them is a bug of ours: it goes to VerificationReport::disagreements.
#pragma once

#include "backend/proofs/prove/prover.h"
#include "backend/proofs/verify/verification.h"

#include <cstddef>
#include <span>
#include <string_view>
#include <vector>

namespace tesuji::proofs {

/// Updates one report, which initially contains the sets and verdicts of the proofs.
class ReportEntries {
 public:
  /// All references must outlive it.
  ReportEntries(const Subject& subject, const VerificationOptions& options,
                VerificationReport& report)
      : subject_(subject), options_(options), result_(report) {}

  /// Enters the playouts of VerificationReport::attack. `proofs`: by set. `sieved`: instances that
  /// the sieve refuted, by invariant of all sets; may be empty.
  void enter_attack(std::span<const SetProof> proofs, std::span<const Words> sieved);
  /// Enters plays found by provers, for formulas that no random game refutes.
  void enter_plays(std::span<SetProof> proofs);
  void enter_enumeration();

 private:
  void enter_attacked(InvariantReport& report, std::size_t flat,
                      const std::vector<Outcome>& outcomes, std::span<const Words> sieved);
  void check_start(const InvariantReport& report, const std::vector<Outcome>& outcomes,
                   const AttackedInvariant& attacked);
  void enter_enumerated(InvariantReport& report, std::size_t flat, EnumeratedInvariant& found);
  void differs(const InvariantReport& report, InstanceNumber k, std::string_view how);
  bool check(const InvariantReport& report, std::size_t flat, const Play& play,
             std::string_view what);

  const Subject& subject_;
  const VerificationOptions& options_;
  VerificationReport& result_;
};

}  // namespace tesuji::proofs
