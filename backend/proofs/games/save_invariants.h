// Selects the proofs that `verify --save` stores.
#pragma once

#include "backend/driver/invariants/saved_invariants.h"
#include "backend/proofs/games/verify.h"

namespace tesuji::driver {

/// Returns the formulas that were proved for all of their parameters, and the facts.
[[nodiscard]] SavedInvariants save_invariants(const Verified& verified);

}  // namespace tesuji::driver
