// transpose-bits: copies fluents stored as bits with permuted columns, for plans that scan them
// with their last columns given.
//
//   before:  scan true.cell(?X, ?Y, rook)         one bit of each of 64 squares
//   after:   scan projection.cell(rook, ?X, ?Y)   64 bits of one word
//            plan projection.cell { scan true.cell(?X, ?Y, ?P)  insert projection.cell(P, X, Y) }
//
// Bits are in the order of the columns, the first one the most significant: a scan with its last
// column given iterates over those before it. The copy is made once per state, in a separate
// stratum, if scans are expected to save much more than its cost (min_saving).
//
// Requires plans.
#pragma once

#include "passes/core/pass.h"

namespace tesuji::passes {

/// Minimum saving of scans, as a multiple of the steps for the copy.
inline constexpr double min_saving = 4;

bool transpose_bits(ir::Module& module, PassContext& context);

}  // namespace tesuji::passes
