// end-by-move: what a move has to make true for the game to end by it.
//
// Whoever plays asks each state whether it is terminal, though all but little of it is as it was
// in the state before, which was not. So there is a second question, `ended`, asked of a state and
// a joint move: whether the next state is terminal, given that this one is not. Semi-naive
// evaluation over a step: some fluent that a rule for `terminal` asks for has to be new.
//
//   before:  terminal :- path
//            path :- true.connected(K, a, I), true.connected(K, i, J)
//            next.connected(K, M, N) :- does.place(P, M, N), true.step(K)
//            next.connected(K, M, N) :- true.connected(K, M, N), not transfer(K)
//   after:   change.terminal :- does.place(P, a, I), true.step(K), next.connected(K, i, J)
//            change.terminal :- does.place(P, i, J), true.step(K), next.connected(K, a, I)
//            and the others as before
//
// For each rule of `terminal`, with the rules of what it asks for written out, and each fluent in
// it: what makes the fluent true is in its place, the rest is asked of the next state. Rules that
// only keep a fluent make nothing new. Of `not true.f(X)` the change is `true.f(X), not next.f(X)`.
//
// No question is made where `terminal` depends on the negation of something derived or on
// recursion, or where it takes many rules.
//
// Sound where the state is not terminal: some instance of a rule, with all rules written out, holds
// in the next state and did not hold before; so some fluent literal of it is new, and the variant
// for that literal fires. What a variant derives holds in the next state.
// Source: semi-naive evaluation, Bancilhon 1985; Abiteboul, Hull and Vianu 1995, section 13.1.
//
// Drops strata where it changes anything.
#pragma once

#include "passes/core/pass.h"

namespace tesuji::passes {

bool end_by_move(ir::Module& module, PassContext& context);

}  // namespace tesuji::passes
