// Proves that at most one of some fluents holds in every reachable state.
//
//   next.cell(X, Y, P) :- does(R, move(P, U, V, X, Y))
//   next.cell(X, Y, P) :- true.cell(X, Y, P), does(R, move(Q, U, V, W, Z)), different (X, Y) (U, V)
//   legal(R, move(P, U, V, X, Y)) :- control(R), cell(U, V, P), ...
//
// At most one role has control, so one piece moves; it moves away from its square. So if the king
// was on one square before, it is on one square after.
//
// By induction over the steps of a play: the initial state has no two such tuples, and no two rules
// for the next state derive two of them, in any state that satisfies all keys under proof. Drops
// keys for which this is not refuted, until it is refuted for all remaining ones. These hold in
// every state reached by legal moves; nothing is claimed about other states.
//
// Sources: Haufe, Schiffel and Thielscher (2012), sequence invariants by induction, here by
// resolution of pairs of rules instead of answer set programming; van Eijk (2000) for the largest
// set of mutually inductive claims.
#pragma once

#include "ir/module/module.h"
#include "passes/analysis/conjunction.h"

#include <vector>

namespace tesuji::passes {

/// Whether the initial state has at most one such tuple; false if that is unknown.
[[nodiscard]] bool holds_initially(const ir::Module& module, const FluentKey& key);

/// Returns the candidates that are proved. Requires level clauses and folded static relations. Adds
/// relations with at most one initial tuple as candidates, because other proofs may depend on whose
/// turn it is.
[[nodiscard]] std::vector<FluentKey> prove_unique(const ir::Module& module,
                                                  std::vector<FluentKey> candidates);

}  // namespace tesuji::passes
