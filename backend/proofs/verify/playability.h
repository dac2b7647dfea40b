// Decides which proofs presume that the game is playable, and whether that is proved.
//
// A formula with `next` is proved of sequences of states whose moves are made. Where a role has no
// legal move before the end, a sequence stops too early, and nothing is proved of it. For most
// formulas that is no matter: `p implies next q` holds where no state follows. `p and next q` does
// not say so: where play stops, its `p` is not proved.
#pragma once

#include "backend/proofs/verify/verification.h"
#include "ir/formulas/formula.h"

namespace tesuji::proofs {

/// Whether the formula can fail in a sequence that a state without legal moves ends: its form does
/// not make it hold there. False for formulas without `next`.
[[nodiscard]] bool presumes_playable(const ir::Formula& formula);

/// What the report says about playable(): by its proof, by plays, or by all reachable states.
[[nodiscard]] Playability playability_of(const VerificationReport& report);

/// Enters playability_of() into each report of a formula that is proved and presumes it.
void enter_presumptions(VerificationReport& report);

}  // namespace tesuji::proofs
