// What `verify --save` keeps of proofs.
#pragma once

#include "backend/driver/invariants/saved_invariants.h"
#include "backend/proofs/games/verify.h"

namespace tesuji::driver {

/// The formulas that were proved for all of their parameters, and the facts.
[[nodiscard]] SavedInvariants save_invariants(const Verified& verified);

}  // namespace tesuji::driver
