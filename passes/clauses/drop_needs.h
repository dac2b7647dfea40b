// drop-needs: a rule need not ask whether its tuples are asked for where its own body says so.
//
//   before:  need.go(X, Y) :- true.piece(P, X, Y)
//            go(K, X, Y, U, V) :- need.go(X, Y), type(P, K), true.piece(P, X, Y), way(K, X, Y, U,
//            V)
//   after:   go(K, X, Y, U, V) :- type(P, K), true.piece(P, X, Y), way(K, X, Y, U, V)
//
// The pass `demand` (demand.h) puts what is asked for in front of a relation's rules, and plans
// begin with it: that there is little of it is what it is for. Where some rule of the need is part
// of the body, whatever the body derives is asked for, and to begin with it only stands in the way
// of a better order: for each piece on the board, then, each rule looks whether it is the one.
//
// Sound: the literal that is dropped is implied by what is left (containment of conjunctive
// queries: there is a homomorphism from the need's rule, Chandra and Merlin 1977). What only bounds
// the need, and so says no more than the relation's rules (static_bounds.h), counts as found.
// A need that nobody asks for any more is dropped by remove-dead.
//
// Requires domains. Drops strata where it changes anything.
#pragma once

#include "passes/core/pass.h"

namespace tesuji::passes {

bool drop_needs(ir::Module& module, PassContext& context);

}  // namespace tesuji::passes
