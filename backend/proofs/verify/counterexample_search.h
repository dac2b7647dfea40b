// Searches with clingo for plays and pairs of states that refute formulas or their induction steps.
#pragma once

#include "backend/proofs/playouts/replay.h"
#include "backend/proofs/verify/verification.h"

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace tesuji::proofs {

/// An invariant, and its index among those of all sets.
struct Counterexampled {
  const ir::Invariant* invariant = nullptr;
  std::size_t flat = 0;
};

/// Replays a counterexample on the game's own state machine; returns false and reports a bug of
/// ours if the game contradicts it. `what`: the counterexample in words. `note`: receives a remark
/// if the game cannot represent its states; may be null.
bool plays_as_shown(const Subject& subject, const VerificationOptions& options,
                    const Counterexampled& of, const Play& play, PlayStart start,
                    std::string_view what, VerificationReport& report, std::string* note = nullptr);

/// Formulas proved before a search.
struct ProvedBefore {
  std::span<const Candidate> premises;  ///< from sets whose formulas become premises
  std::span<const SetProof> proofs;    ///< by set
};

/// Searches for pairs of states first, since each takes only one program, then for plays. Each
/// search gets an equal part of the remaining time. `left`: seconds left for the whole search, or
/// infinite. Enters the results into the report, which already contains the plays and verdicts of
/// proofs, attack and enumeration.
void search_counterexamples(const Subject& subject, const std::vector<InvariantSet>& sets,
                            const VerificationOptions& options, const ProvedBefore& proved,
                            double left, VerificationReport& report);

}  // namespace tesuji::proofs
