// end-by-move: computes whether a move ends the game, from what the move changes.
//
// Players evaluate `terminal` in every state, although most of its inputs are unchanged since the
// previous state, which was not terminal. So this pass adds a second question, `ended`, about a
// state and a joint move: whether the next state is terminal, given that this one is not.
// Semi-naive evaluation over a step: some fluent that a rule for `terminal` reads must be new.
//
//   before:  terminal :- path
//            path :- true.connected(K, a, I), true.connected(K, i, J)
//            next.connected(K, M, N) :- does.place(P, M, N), true.step(K)
//            next.connected(K, M, N) :- true.connected(K, M, N), not transfer(K)
//   after:   change.terminal :- does.place(P, a, I), true.step(K), next.connected(K, i, J)
//            change.terminal :- does.place(P, i, J), true.step(K), next.connected(K, a, I)
//            and the others as before
//
// For each rule of `terminal`, with its derived relations inlined, and each fluent in it: the
// conditions that make the fluent true replace it, the rest is evaluated in the next state. Rules
// that only keep a fluent derive nothing new. For `not true.f(X)` the change is `true.f(X), not
// next.f(X)`.
//
// No question is added if `terminal` depends on the negation of a derived relation or on recursion,
// or needs many rules.
//
// Sound if the state is not terminal: some instance of a rule, with all relations inlined, holds in
// the next state and did not hold before; so one of its fluent literals is new, and the variant for
// that literal fires. Whatever a variant derives holds in the next state.
// Source: semi-naive evaluation, Bancilhon 1985; Abiteboul, Hull and Vianu 1995, section 13.1.
//
// Drops strata if it changes anything.
#pragma once

#include "passes/core/pass.h"

namespace tesuji::passes {

bool end_by_move(ir::Module& module, PassContext& context);

}  // namespace tesuji::passes
