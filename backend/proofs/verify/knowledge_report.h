// What roles know of a game: proofs, random plays, and the one against the other.
#pragma once

#include "backend/proofs/prove/time_budget.h"
#include "backend/proofs/verify/verification.h"

#include <vector>

namespace tesuji::proofs {

/// Decides what the roles of a game with percepts know, and compares random plays that look alike.
/// Disagreements, which are bugs of ours, go to the report. `premises` are proved. Its time is that
/// of one proof for each role, and that of the attack, within what is left of the budget.
[[nodiscard]] KnowledgeReport find_knowledge(const Subject& subject,
                                             std::span<const Candidate> premises,
                                             const VerificationOptions& options,
                                             const TimeBudget& budget, VerificationReport& report);

}  // namespace tesuji::proofs
