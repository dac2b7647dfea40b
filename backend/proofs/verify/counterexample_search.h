// Plays and pairs of states that clingo finds, for formulas that are false or whose step fails.
#pragma once

#include "backend/proofs/playouts/replay.h"
#include "backend/proofs/verify/verification.h"

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace tesuji::proofs {

/// An invariant, and its position among those of all sets.
struct Counterexampled {
  const ir::Invariant* invariant = nullptr;
  std::size_t flat = 0;
};

/// Replays a counterexample on the game's own state machine; false where that plays it otherwise,
/// which is a bug of ours and goes to the report. `what` is the counterexample in words. `note`:
/// what is to be said where the game cannot be in its states; may be null.
bool plays_as_shown(const Subject& subject, const VerificationOptions& options,
                    const Counterexampled& of, const Play& play, PlayStart start,
                    std::string_view what, VerificationReport& report, std::string* note = nullptr);

/// What was proved before a search.
struct ProvedBefore {
  std::span<const Candidate> premises;  ///< by sets whose formulas are premises
  std::span<const SetProof> proofs;    ///< by set
};

/// Looks for pairs of states first, since that takes one program each, then for plays. Each gets an
/// equal part of the time that is left, so that none takes that of the others. `left`: seconds that
/// are left for all of it, or infinite. Enters what it finds into the report, whose plays and
/// verdicts are those of proofs, attack and enumeration.
void search_counterexamples(const Subject& subject, const std::vector<InvariantSet>& sets,
                            const VerificationOptions& options, const ProvedBefore& proved,
                            double left, VerificationReport& report);

}  // namespace tesuji::proofs
