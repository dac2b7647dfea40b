// transpose-bits: fluents kept as bits are copied, with their columns in another order, where plans
// look for them by their last columns.
//
//   before:  scan true.cell(?X, ?Y, rook)         one bit of each of 64 squares
//   after:   scan projection.cell(rook, ?X, ?Y)   64 bits of one word
//            plan projection.cell { scan true.cell(?X, ?Y, ?P)  insert projection.cell(P, X, Y) }
//
// Bits lie in the order of the columns, the first one the most significant: a scan that has the
// last column given loops over those before it. The copy is made once for each state, in a stratum
// of its own, where scans are expected to save much more than that (min_saving).
//
// Requires plans.
#pragma once

#include "passes/core/pass.h"

namespace tesuji::passes {

/// What scans have to save, in steps of making the copy.
inline constexpr double min_saving = 4;

bool transpose_bits(ir::Module& module, PassContext& context);

}  // namespace tesuji::passes
