// Bounds the length of a play for `verify`, beside its formulas: proves that every move changes a
// quantity in one direction (length_bounds.h).
#pragma once

#include "backend/proofs/games/verify.h"

namespace tesuji::driver {

/// Proves the formulas of proofs::length_sets on the net, with the functionals that `verified` has
/// proved as premises; `verified.report` stays as it is. Its sets must be the automatic ones. Takes
/// at most the rest of the options' time, and a few seconds.
[[nodiscard]] PlayLength bound_length(const Verified& verified, const proofs::NetAtoms& net,
                                      const proofs::VerificationOptions& options);

}  // namespace tesuji::driver
