// separate-moves: separates the needs of `next` from those of `legal` for large relations.
//
// `demand` gives a large relation one relation that lists its needed tuples. If both the next state
// and the legal moves depend on it, each of these questions would compute everything that either
// needs, and tuples that depend on the moves made could not be kept from one question to the next.
// So relations computed on demand, and those that depend on them, are duplicated if `next` or
// `sees` depend on them and `legal`, `terminal` or `goal` do, too:
//
//   before:  legal(P, M) :- move(P, M), not threatens(M, P)
//            next.check(P) :- does(Q, M), other(Q, P), threatens(M, P)
//            threatens(M, P) :- far(M, P)
//   after:   next.check(P) :- does(Q, M), other(Q, P), made.threatens(M, P)
//            made.threatens(M, P) :- far(M, P)
//            and the others as before
//
// If needs depend on neither state nor moves, both sides have the same needs, and nothing is
// duplicated.
//
// Requires stratify; drops strata if it changes anything. Runs `demand` tentatively to see what it
// would change.
#pragma once

#include "passes/core/pass.h"

namespace tesuji::passes {

bool separate_moves(ir::Module& module, PassContext& context);

}  // namespace tesuji::passes
