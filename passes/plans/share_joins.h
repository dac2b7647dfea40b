// share-joins: a join that is a part of several bodies becomes a relation that these read.
//
//   before:  f(A) :- line(A, B), free(B), corner(A)      g(C, D) :- free(D), line(C, D), edge(D)
//            h(B) :- line(A, B), free(B), to_move(A)
//   after:   split.f(A, B) :- line(A, B), free(B)
//            f(A) :- split.f(A, B), corner(A)            g(C, D) :- split.f(C, D), edge(D)
//            h(B) :- split.f(A, B), to_move(A)
//
// Parts are literals that hang together by variables, with comparisons and negated literals over
// these variables alone. Equal ones have the same canonical form (canonical_rules.h). They are
// grown literal by literal: what occurs twice consists of what does (Agrawal and Srikant, Fast
// Algorithms for Mining Association Rules, 1994). The relation's columns are the variables that one
// of its users needs outside of the part. Relations are sets, so a part may stand for its literals
// whatever is counted: the tuples of a head are those for which values of the other variables
// exist.
//
// A part is shared where the steps that the planner expects for all its users, with it and for it,
// are clearly fewer than without. The part that saves most comes first; parts of parts are found in
// the next round.
//
// Left alone are parts of facts alone, which nothing has to compute, recursive rules, and parts
// that could have more tuples than tables are made for.
//
// Sources: Kaneko, Yamaguchi and Kawai, section 5 (folding); Sellis, Multiple-Query Optimization,
// 1988. Requires domains and strata; drops strata.
#pragma once

#include "passes/core/pass.h"

namespace tesuji::passes {

bool share_joins(ir::Module& module, PassContext& context);

}  // namespace tesuji::passes
