// demand: large relations are computed only where someone asks for them.
//
// Bottom-up evaluation computes a relation whole, also where every use has most
// of its columns given: chess computes every square that any piece could
// threaten, to ask about one. The pass adds to such a relation's rules what is
// needed (magic sets; Bancilhon, Maier, Sagiv and Ullman 1986, Beeri and
// Ramakrishnan 1987):
//
//   before:  legal(P, M, X, Y) :- cell(X, Y, P), not threatened(X, Y)
//            threatened(X, Y) :- attacker(A, B), path(A, B, X, Y)
//   after:   need.threatened(X, Y) :- cell(X, Y, P)
//            threatened(X, Y) :- need.threatened(X, Y), attacker(A, B), path(A, B, X, Y)
//
// Sound: whenever a body that asks can be true, its cheap literals are, and so the
// tuple is needed; there the relation is what it was before. No cycle through
// negation arises: the literals that say what is needed do not depend on the
// relation, but for other needs, and those only where the module stays stratified.
// Callers come before what they call, so that needs go down through several relations.
//
// A relation that calls itself hands on what its own rules need of it.
//
// What a body gives for a column is not handed on where it is many more values than the
// relation has there for the other columns: every start of a path with every end of one is
// more than the few ends of each start.
//
// Where the uses of a relation give no columns together, but in groups they do, each group has a
// copy of the relation (demand_copies.h): paths from a given start, and paths to a given end.
//
// What no state can have is not asked for, as far as facts alone tell (static_bounds.h).
//
// `demand-static` does the same, before fold-static, for static relations too
// large to be worth tabulating (`sum(X, Y, Z)` over hundreds of numbers).
//
// Requires stratify (and expects domains to be exact); drops strata.
#pragma once

#include "passes/core/pass.h"

namespace tesuji::passes {

/// Columns that are given must have at least this many combinations.
inline constexpr double min_demand_selectivity = 16;

bool demand(ir::Module& module, PassContext& context);
bool demand_static(ir::Module& module, PassContext& context);

}  // namespace tesuji::passes
