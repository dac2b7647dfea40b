// split-bodies: long joins are cut where most of what they bind is no longer needed.
//
//   before:  far(Z) :- at(A), edge(A, B), edge(B, C), ... edge(Y, Z)
//   after:   split.far#1(M) :- at(A), edge(A, B), ... edge(L, M)
//            far(Z) :- split.far#1(M), edge(M, N), ... edge(Y, Z)
//
// A join walks every way to bind its variables, here every path, though the literals
// that are left only ask for its last square. The literals are gone through in the
// order that the planner would choose; where many more bindings are expected than the
// variables still needed have combinations, what was joined so far becomes a relation
// of these, in which each combination stands once.
//
// Rules that wait for relations still to be folded are left alone, and recursive ones.
//
// Requires domains and strata; drops strata.
#pragma once

#include "passes/core/pass.h"

namespace tesuji::passes {

/// Bindings expected at a cut: at least so many, ...
inline constexpr double min_split_bindings = 2048;
/// ... and so many for each combination of the variables that are still needed.
inline constexpr double min_split_ratio = 16;
/// Where only one witness is looked for, so many times more.
inline constexpr double min_split_existence = 64;

bool split_bodies(ir::Module& module, PassContext& context);

}  // namespace tesuji::passes
