// unfold-views: static relations that join smaller ones are written out where rules that
// depend on the state use them, so that these can be split for grounding (split_existential.h).
//
//   before:  set(A, B, C, D) :- bit(V), is(A, V), is(B, V), is(C, V), is(D, V)
//            row(Y) :- cell(1, Y, A), cell(2, Y, B), cell(3, Y, C), cell(4, Y, D), set(A, B, C, D)
//   after:   row(Y) :- cell(1, Y, A), ... cell(4, Y, D), bit(V), is(A, V), ... is(D, V)
//
// A table of four columns ties four variables together; the joined literals tie each to V
// alone, so that each can be taken out by itself. Where a literal of the definition has more than
// half of the head's variables nothing comes apart, and the relation stays.
//
// Only for grounding: matchers are faster with the table. Sound: a relation that one rule defines
// holds exactly where that rule's body does, for some values of its own variables.
//
// Requires domains and strata; drops strata.
#pragma once

#include "passes/core/pass.h"

namespace tesuji::passes {

bool unfold_views(ir::Module& module, PassContext& context);

}  // namespace tesuji::passes
