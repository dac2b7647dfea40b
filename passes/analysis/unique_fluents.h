// Proves that of some fluents at most one holds in every state that can be reached.
//
//   next.cell(X, Y, P) :- does(R, move(P, U, V, X, Y))
//   next.cell(X, Y, P) :- true.cell(X, Y, P), does(R, move(Q, U, V, W, Z)), different (X, Y) (U, V)
//   legal(R, move(P, U, V, X, Y)) :- control(R), cell(U, V, P), ...
//
// At most one role has control, so one piece moves; it moves from where it stood. So where the
// king was on one square before, it is on one square after.
//
// By induction over the steps of a play: the initial state has no two such tuples, and no two
// rules for the next state give two of them, in a state of which all keys hold that are to be
// proved. Keys for which that is not refuted are dropped, until it is for all that are left. Then
// they hold for every state that legal moves lead to; of other states nothing is said.
//
// Sources: Haufe, Schiffel and Thielscher (2012), sequence invariants by induction, here by
// resolution of pairs of rules instead of answer set programming; van Eijk (2000) for the largest
// set of claims that support each other.
#pragma once

#include "ir/module/module.h"
#include "passes/analysis/conjunction.h"

#include <vector>

namespace tesuji::passes {

/// Whether the initial state has at most one such tuple; false where it is not known yet.
[[nodiscard]] bool holds_initially(const ir::Module& module, const FluentKey& key);

/// Those of the candidates that are proved. Requires level clauses and folded static relations.
/// Relations of which at most one tuple holds initially are candidates by themselves, as others may
/// rest on whose turn it is.
[[nodiscard]] std::vector<FluentKey> prove_unique(const ir::Module& module,
                                                  std::vector<FluentKey> candidates);

}  // namespace tesuji::passes
