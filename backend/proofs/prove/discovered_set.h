// Makes candidate formulas from the form of a game's fluents: for `verify --discover`.
#pragma once

#include "backend/proofs/formulas/automatic_sets.h"
#include "backend/proofs/observe/net_atoms.h"
#include "ir/module/module.h"

namespace tesuji::proofs {

/// Candidates over pairs of fluent relations whose columns have values in common, and over counts:
///
///     never_a_b      a(X) implies not exists Y. b(X,Y)
///     a_implies_b    a(X) implies exists Y. b(X,Y)
///     b_implies_a    (exists Y. b(X,Y)) implies a(X)
///     apart_a_b      a family: not (a(X) and b(Y)), for relations of one column at most
///     at_most_N_b_v  exists[0..N] X. b(X,v), N as in the initial state
///
/// Most are false: random play refutes them before any proof, and mutual induction finds those that
/// imply each other. There are at most 20,000; InvariantSet::left_out lists the others. Proved
/// formulas are premises of the following sets. Requires a module at level clauses whose columns
/// have domains, and atoms made for all its fluents.
[[nodiscard]] InvariantSet discovered_set(const ir::Module& module, const NetAtoms& atoms);

}  // namespace tesuji::proofs
