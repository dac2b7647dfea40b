// drop-needs: drops the test for needed tuples from rules whose own body implies it.
//
//   before:  need.go(X, Y) :- true.piece(P, X, Y)
//            go(K, X, Y, Z) :- need.go(X, Y), type(P, K), true.piece(P, X, Y), way(K, X, Y, Z)
//   after:   go(K, X, Y, Z) :- type(P, K), true.piece(P, X, Y), way(K, X, Y, Z)
//
// The pass `demand` (demand.h) puts needed tuples first in a relation's rules, and plans start from
// them because they are few. If a rule of the need is part of the body, every derived tuple is
// needed, and starting with the need only prevents a better order: for each piece on the board,
// each rule would then check whether it is the right one.
//
// Sound: the remaining literals imply the dropped one (containment of conjunctive queries: there is
// a homomorphism from the need's rule, Chandra and Merlin 1977). Literals that only bound the need,
// and so follow from the relation's rules (static_bounds.h), count as found. remove-dead drops
// needs that are no longer read.
//
// Requires domains. Drops strata if it changes anything.
#pragma once

#include "passes/core/pass.h"

namespace tesuji::passes {

bool drop_needs(ir::Module& module, PassContext& context);

}  // namespace tesuji::passes
