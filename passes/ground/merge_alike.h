// merge-alike: merges rules that differ in one literal.
//
//   before:  safe(X, Y) :- king(U, V), rook_hits(X, Y, U, V), different (X) (U)
//            safe(X, Y) :- king(U, V), bishop_hits(X, Y, U, V), different (X) (U)
//   after:   split.rook_hits(X, Y, U, V) :- rook_hits(X, Y, U, V)
//            split.rook_hits(X, Y, U, V) :- bishop_hits(X, Y, U, V)
//            safe(X, Y) :- king(U, V), split.rook_hits(X, Y, U, V), different (X) (U)
//
// Lowering turned a disjunction within a body into one rule per alternative. If such rules have
// very many ground rules, this pass lets them ground their common part once.
//
// Only for grounding: matchers stop at the first alternative that holds. Requires domains and
// strata; drops strata.
#pragma once

#include "passes/core/pass.h"

namespace tesuji::passes {

/// Rules with fewer bindings of their variables are not changed.
inline constexpr double min_merged_bindings = 1e4;

bool merge_alike(ir::Module& module, PassContext& context);

}  // namespace tesuji::passes
