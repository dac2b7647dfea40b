// split-bodies: cuts long joins at points after which most bindings are no longer needed.
//
//   before:  far(Z) :- at(A), edge(A, B), edge(B, C), ... edge(Y, Z)
//   after:   split.far#1(M) :- at(A), edge(A, B), ... edge(L, M)
//            far(Z) :- split.far#1(M), edge(M, N), ... edge(Y, Z)
//
// A join enumerates every binding of its variables, here every path, though the remaining literals
// only need its last square. The pass processes the literals in the planner's order; where many
// more bindings are expected than there are combinations of the variables still needed, the join so
// far becomes a relation of these, which contains each combination once.
//
// Does not change recursive rules, and rules over relations still to be folded.
//
// Requires domains and strata; drops strata.
#pragma once

#include "passes/core/pass.h"

namespace tesuji::passes {

/// Minimum number of bindings expected at a cut, ...
inline constexpr double min_split_bindings = 2048;
/// ... and minimum number for each combination of the variables still needed.
inline constexpr double min_split_ratio = 16;
/// Factor on the minimum if only one witness is needed.
inline constexpr double min_split_existence = 64;

bool split_bodies(ir::Module& module, PassContext& context);

}  // namespace tesuji::passes
