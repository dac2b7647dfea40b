// Decides which proofs presume that the game is playable, and whether that is proved.
//
// A formula with `next` is proved of sequences of states whose moves are made. If a role has no
// legal move before the end, a sequence stops early, and the proof does not cover it. Most formulas
// hold there anyway: `p implies next q` holds if no state follows. `p and next q` does not: where
// play stops, its `p` is not proved.
#pragma once

#include "backend/proofs/verify/verification.h"
#include "ir/formulas/formula.h"

namespace tesuji::proofs {

/// Whether the formula can fail in a sequence that ends in a state without legal moves, that is,
/// its form does not make it true there. False for formulas without `next`.
[[nodiscard]] bool presumes_playable(const ir::Formula& formula);

/// Returns how playable() was decided: by its proof, by plays, or by all reachable states.
[[nodiscard]] Playability playability_of(const VerificationReport& report);

/// Stores playability_of() in the report of each proved formula that presumes it.
void enter_presumptions(VerificationReport& report);

}  // namespace tesuji::proofs
