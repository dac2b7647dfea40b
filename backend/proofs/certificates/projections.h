// Splits rules, so that they have fewer ground instances.
//
// Two replacements, each of some literals of a body by an atom of a new predicate, a *projection*,
// which is defined by these literals:
//
// 1. Literals that share variables with each other which the head does not have:
//        next(cell(X,P)) <- true(cell(X,P)), does(R, move(U,V)), distinct(X,U), distinct(X,V)
//     becomes
//        next(cell(X,P)) <- true(cell(X,P)), projection(X)
//        projection(X) <- does(R, move(U,V)), distinct(X,U), distinct(X,V), possible cell(X)
//     The projection is only asked for where its arguments match the rest of the rule. Where its
//     own literals do not bind one, it is only made for values that the rest may have: `possible`
//     literals match what may hold in some state, and are no conditions.
// 2. A literal with variables of which only it, and others that have no further variables, speak:
//        jump(X,Z) <- next_to(X,Y), next_to(Y,Z), true(cell(Y,P)), distinct(P,blank)
//     becomes
//        jump(X,Z) <- next_to(X,Y), next_to(Y,Z), projection(Y)
//        projection(Y) <- true(cell(Y,P)), distinct(P,blank)
//
// Both only name a subformula (exists V: literals) of the body.
#pragma once

#include "backend/proofs/certificates/kif_reader.h"

#include <vector>

namespace tesuji::certificates {

[[nodiscard]] std::vector<SheetRule> with_projections(std::vector<SheetRule> rules, Sheet& sheet);

}  // namespace tesuji::certificates
