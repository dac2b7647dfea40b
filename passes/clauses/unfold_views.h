// unfold-views: inlines static relations that join smaller ones into state-dependent rules, so that
// these can be split for grounding (split_existential.h).
//
//   before:  set(A, B, C, D) :- bit(V), is(A, V), is(B, V), is(C, V), is(D, V)
//            row(Y) :- cell(1, Y, A), cell(2, Y, B), cell(3, Y, C), cell(4, Y, D), set(A, B, C, D)
//   after:   row(Y) :- cell(1, Y, A), ... cell(4, Y, D), bit(V), is(A, V), ... is(D, V)
//
// A table of four columns connects four variables; the inlined literals connect each only to V, so
// that each can be eliminated separately. If a literal of the definition contains more than half of
// the head's variables, inlining separates nothing, and the relation remains.
//
// Only for grounding: matchers are faster with the table. Sound: a relation defined by one rule
// holds exactly if that rule's body does, for some values of its own variables.
//
// Requires domains and strata; drops strata.
#pragma once

#include "passes/core/pass.h"

namespace tesuji::passes {

bool unfold_views(ir::Module& module, PassContext& context);

}  // namespace tesuji::passes
