// The user's formulas about what roles know: proofs, plays, and the one against the other.
#pragma once

#include "backend/proofs/knowledge/claim_plays.h"
#include "backend/proofs/knowledge/split_claims.h"
#include "backend/proofs/prove/time_budget.h"
#include "backend/proofs/verify/verification.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace tesuji::proofs {

/// Of Subject::knowledge. Bugs of ours go to the report.
class KnownFormulas {
 public:
  /// All of it outlives this.
  KnownFormulas(const Subject& subject, const VerificationOptions& options,
                VerificationReport& report);

  /// `roles`: what they are known to know; null where nothing can be proved.
  void prove(const std::vector<RoleKnowledge>* roles, std::span<const Candidate> premises,
             const KnowledgeOptions& wanted);
  /// Plays of the solver's are played by the game; what does not fail in them is not refuted.
  void check();
  /// Random plays, against everything. Returns how many pairs were compared.
  [[nodiscard]] std::uint64_t attack(const TimeBudget& budget);

  /// Looks at all plays, where they are few enough, for what is still open.
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
