// demand, demand-static: compute large relations only for the tuples that are needed.
//
// Bottom-up evaluation computes a whole relation, even if every use gives most of its columns:
// chess computes every square that any piece could threaten, to test one. The pass adds the needed
// tuples to such a relation's rules (magic sets; Bancilhon, Maier, Sagiv and Ullman 1986, Beeri and
// Ramakrishnan 1987):
//
//   before:  legal(P, M, X, Y) :- cell(X, Y, P), not threatened(X, Y)
//            threatened(X, Y) :- attacker(A, B), path(A, B, X, Y)
//   after:   need.threatened(X, Y) :- cell(X, Y, P)
//            threatened(X, Y) :- need.threatened(X, Y), attacker(A, B), path(A, B, X, Y)
//
// Sound: if a reading body is true, its cheap literals are, so the tuple is needed; for needed
// tuples the relation is unchanged. No cycle through negation arises: the literals that define
// needs do not depend on the relation, except through other needs, and those only if the module
// stays stratified. Callers are processed before their callees, so that needs propagate through
// several relations.
//
// A recursive relation passes on the needs of its own rules.
//
// The pass does not pass on a column for which a body gives many more values than the relation has
// there for the other columns: every start of a path with every end of one is more than the few
// ends of each start.
//
// If the uses of a relation give no common columns, but groups of them do, each group gets a copy
// of the relation (demand_uses.h): paths from a given start, and paths to a given end.
//
// Tuples that are impossible in every state by facts alone are not needed (static_bounds.h).
//
// `demand-static` does the same, before fold-static, for static relations that are too large to
// tabulate (`sum(X, Y, Z)` over hundreds of numbers).
//
// Requires stratify (and expects domains to be exact); drops strata.
#pragma once

#include "passes/core/pass.h"

namespace tesuji::passes {

/// Minimum number of combinations of the given columns.
inline constexpr double min_demand_selectivity = 16;

bool demand(ir::Module& module, PassContext& context);
bool demand_static(ir::Module& module, PassContext& context);

}  // namespace tesuji::passes
