// The user's formulas about what roles know: proofs, plays, and the one against the other.
#pragma once

#include "backend/asp/attack/claim_plays.h"
#include "backend/asp/observe/knowledge_claims.h"
#include "backend/asp/programs/time_budget.h"
#include "backend/asp/verify/verification.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace tesuji::asp {

/// Of Subject::knowledge. Bugs of ours go to the report.
class KnownFormulas {
 public:
  /// All of it outlives this.
  KnownFormulas(const Subject& subject, const VerificationOptions& options,
                VerificationReport& report);

  /// `roles`: what they are known to know; null where nothing can be proved.
  void prove(const std::vector<RoleKnowledge>* roles, const std::vector<Question>& premises,
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

}  // namespace tesuji::asp
