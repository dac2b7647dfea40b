// Decides the user's formulas about what roles know, by proofs and plays, and compares the results.
#pragma once

#include "backend/proofs/knowledge/claim_plays.h"
#include "backend/proofs/knowledge/split_claims.h"
#include "backend/proofs/prove/prover.h"
#include "backend/proofs/verify/verification.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace tesuji::proofs {

/// Decides the formulas of Subject::knowledge. Reports bugs of ours.
class KnownFormulas {
 public:
  /// All references must outlive this.
  KnownFormulas(const Subject& subject, const VerificationOptions& options,
                VerificationReport& report);

  /// `roles`: what they are known to know; null if nothing can be proved.
  void prove(const std::vector<RoleKnowledge>* roles, std::span<const Candidate> premises,
             const KnowledgeOptions& wanted);
  /// Replays the solver's plays in the game; formulas that do not fail there are not refuted.
  void check();
  /// Checks all formulas by random plays. Returns the number of compared pairs.
  [[nodiscard]] std::uint64_t attack(const TimeBudget& budget);

  /// Enumerates all plays, if there are few enough, for the formulas that are still open.
  void enumerate(const TimeBudget& budget);

  [[nodiscard]] std::vector<KnownFormula> take() &&;

 private:
  [[nodiscard]] std::string name_of_claim(std::size_t claim) const;
  void refute(std::size_t claim, PlaysApart plays);

  const Subject& subject_;
  const VerificationOptions& options_;
  VerificationReport& report_;
  SplitClaims claims_;
  std::vector<ClaimFact> facts_;  ///< by claim
  std::optional<Checker> leaves_;
};

}  // namespace tesuji::proofs
