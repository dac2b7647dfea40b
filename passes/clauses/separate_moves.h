// separate-moves: what `next` asks of large relations is asked apart from what `legal` asks.
//
// `demand` gives a large relation one relation that says what is needed of it. Where both the
// next state and the legal moves come to it, each of these questions would have everything
// computed that either needs, and what depends on the moves made could not be kept from one
// question to the next. So whatever is computed on demand, and what depends on it, is there
// twice where `next` or `sees` come to it and `legal`, `terminal` or `goal` do, too:
//
//   before:  legal(P, M) :- move(P, M), not threatens(M, P)
//            next.check(P) :- does(Q, M), other(Q, P), threatens(M, P)
//            threatens(M, P) :- far(M, P)
//   after:   next.check(P) :- does(Q, M), other(Q, P), made.threatens(M, P)
//            made.threatens(M, P) :- far(M, P)
//            and the others as before
//
// Where what is needed depends on neither state nor moves, both need the same, and nothing is
// there twice.
//
// Requires stratify; drops strata where it changes anything. Tries `demand` to see what it
// would change.
#pragma once

#include "passes/core/pass.h"

namespace tesuji::passes {

bool separate_moves(ir::Module& module, PassContext& context);

}  // namespace tesuji::passes
