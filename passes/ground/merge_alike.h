// merge-alike: rules that differ in one literal become one.
//
//   before:  safe(X, Y) :- king(U, V), rook_hits(X, Y, U, V), different (X) (U)
//            safe(X, Y) :- king(U, V), bishop_hits(X, Y, U, V), different (X) (U)
//   after:   split.rook_hits(X, Y, U, V) :- rook_hits(X, Y, U, V)
//            split.rook_hits(X, Y, U, V) :- bishop_hits(X, Y, U, V)
//            safe(X, Y) :- king(U, V), split.rook_hits(X, Y, U, V), different (X) (U)
//
// A disjunction within a body became a rule for each of its ways when the rulesheet was lowered.
// Where such rules have very many ground rules, what they have in common is grounded once.
//
// Only for grounding: matchers stop at the first way that holds. Requires domains and strata;
// drops strata.
#pragma once

#include "passes/core/pass.h"

namespace tesuji::passes {

/// Ways to bind the variables of a rule: of fewer, rules are left alone.
inline constexpr double min_merged_bindings = 1e4;

bool merge_alike(ir::Module& module, PassContext& context);

}  // namespace tesuji::passes
