// drop-repeated: drops literals that another literal of the same rule implies.
//
//   before:  legal(P, N) :- true.turn(P), true.turn(P), does(P, N), does(Q, N), heap(_), heap(N)
//   after:   legal(P, N) :- true.turn(P), does(P, N), heap(N)
//
// A positive literal is implied by another one that it equals once its own variables, those that
// occur nowhere else in the rule, are chosen: Q is P. Other literals are implied by equal ones. A
// repeated literal costs little by itself, but the estimates behind the order of joins would count
// it as another independent test. Source: Chandra and Merlin, Optimal Implementation of Conjunctive
// Queries in Relational Data Bases (1977), who fold whole bodies; here one literal at a time.
//
// Keeps domains and strata.
#pragma once

#include "ir/module/module.h"
#include "passes/core/pass.h"

namespace tesuji::passes {

/// Returns whether a literal was dropped.
bool drop_repeated(ir::Module& module, PassContext& context);

}  // namespace tesuji::passes
