// narrow-domains: columns lose the constants that are there for other columns' sake.
//
// infer-domains looks at each column alone. Where a rulesheet has one relation for files
// and ranks of a board, `coordinate(a..h, 1..8)`, every column that goes through it can
// hold both, by that account, and then so can the board's own fluents: a tuple has four
// times the room that it needs, or sixteen times. Which column goes with which is lost.
//
//   before:  clear(X, Y, Z) :- next_rank(Y, Z), coordinate(X)       X: 1..8, a..h
//            legal(go(X, Z)) :- cell(X, Y, rook), clear(X, Y, Z)    X: a..h in cell
//   after:   clear(X, Y, Z) :- next_rank(Y, Z), only.clear.1(X)     only.clear.1: a..h
//
// Two analyses say which constants a column needs.
//  * What may be true, by sorts: constants that are in the same columns of the initial
//    state (of those with more than one constant) are of one sort. With sorts in the place
//    of constants, the least model of the rules without negation is small, and it keeps
//    columns together: `clear` has a file, a rank and a rank, or else three ranks. A fluent
//    or a move can hold what the sorts of its column in this model have (passes/analysis/sorts.h).
//  * What is asked: a column of a relation that is no answer needs the constants that
//    some literal over it can have, its rule's head being asked for, too.
// What is left after both is by whole sorts; columns that would keep more than half of their
// constants keep all, and so do fluents that are too large for bits in any case. A rule that may
// give more gets a test of its variable, in the place of a test of one column that it already has,
// if there is one.
//
// Of fluents and moves, those are left out that no state that can be reached has, or allows, as
// infer-domains does. For every state and move that is left, be it reached or made by hand,
// nothing changes but which tuples are computed that nobody asks for. Does nothing where no
// fluent, move or large relation that is computed in each state has a column that is halved, or
// where the model by sorts needs more than most_sort_steps. (A relation with a column of 16
// coordinates instead of 8 files is too large to be computed in calls, passes/calls.)
// Requires domains; they are to be inferred again. Drops strata.
#pragma once

#include "passes/core/pass.h"

#include <cstdint>

namespace tesuji::passes {

/// Derived relations that can have so many tuples at most are not narrowed for their own sake.
inline constexpr std::uint64_t min_narrowed_tuples = 4096;

bool narrow_domains(ir::Module& module, PassContext& context);

}  // namespace tesuji::passes
