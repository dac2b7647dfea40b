// narrow-domains: removes constants from columns that they do not need.
//
// infer-domains considers each column separately. If a rulesheet has one relation for files and
// ranks of a board, `coordinate(a..h, 1..8)`, every column that passes through it may contain both,
// and then so may the board's own fluents: a relation has four or sixteen times the tuples that it
// needs. The correlation of columns is lost.
//
//   before:  clear(X, Y, Z) :- next_rank(Y, Z), coordinate(X)       X: 1..8, a..h
//            legal(go(X, Z)) :- cell(X, Y, rook), clear(X, Y, Z)    X: a..h in cell
//   after:   clear(X, Y, Z) :- next_rank(Y, Z), only.clear.1(X)     only.clear.1: a..h
//
// Two analyses determine which constants a column needs.
//  * What is possible, by sorts: constants that occur in the same columns of the initial
//    state (among columns with more than one constant) have the same sort. With sorts instead
//    of constants, the least model of the rules without negation is small, and it keeps the
//    correlation of columns: `clear` has a file, a rank and a rank, or else three ranks. A fluent
//    or a move can have the sorts of its column in this model (passes/analysis/sorts.h).
//  * What is needed: a column of a relation that is not an answer needs the constants that
//    some literal over it can have, if the head of the literal's rule is needed, too.
// Columns are narrowed to the remaining sorts; columns that would keep more than half of their
// constants keep all, and so do fluents that are too large for bits in any case. A rule that may
// derive more gets a test of its variable, replacing an existing test of one column if there is
// one.
//
// Fluents and moves lose values that no reachable state has, or allows, as in infer-domains. For
// every remaining state and move, whether reached or constructed by hand, the only change is which
// unneeded tuples are computed. The pass does nothing if no fluent, move or large relation computed
// in each state has a column that is halved, or if the model by sorts needs more than
// most_sort_steps. (A relation with a column of 16 coordinates instead of 8 files is too large to
// be computed in calls, passes/calls.) Requires domains, which must be inferred again afterwards.
// Drops strata.
#pragma once

#include "passes/core/pass.h"

#include <cstdint>

namespace tesuji::passes {

/// Derived relations that can have at most this many tuples are not narrowed for their own sake.
inline constexpr std::uint64_t min_narrowed_tuples = 4096;

bool narrow_domains(ir::Module& module, PassContext& context);

}  // namespace tesuji::passes
