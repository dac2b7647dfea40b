// share-joins: replaces a join that occurs in several bodies by a common relation.
//
//   before:  f(A) :- line(A, B), free(B), corner(A)      g(C, D) :- free(D), line(C, D), edge(D)
//            h(B) :- line(A, B), free(B), to_move(A)
//   after:   split.f(A, B) :- line(A, B), free(B)
//            f(A) :- split.f(A, B), corner(A)            g(C, D) :- split.f(C, D), edge(D)
//            h(B) :- split.f(A, B), to_move(A)
//
// Parts are literals connected by variables, with comparisons and negated literals over only these
// variables. Equal parts have the same canonical form (canonical_rules.h). They are grown literal
// by literal: a part that occurs twice consists of parts that do (Agrawal and Srikant, Fast
// Algorithms for Mining Association Rules, 1994). The relation's columns are the variables that one
// of its users needs outside of the part. Relations are sets, so a part may replace its literals
// even where rows are counted: the tuples of a head are those for which values of the other
// variables exist.
//
// A part is shared if the planner expects clearly fewer steps with it, for all its users and for
// the part itself, than without. The part that saves most comes first; the next round finds parts
// of parts.
//
// Parts that consist only of facts, which need no computation, recursive rules, and parts that
// could have too many tuples for tables are not shared.
//
// Sources: Kaneko, Yamaguchi and Kawai, section 5 (folding); Sellis, Multiple-Query Optimization,
// 1988. Requires domains and strata; drops strata.
#pragma once

#include "passes/core/pass.h"

namespace tesuji::passes {

bool share_joins(ir::Module& module, PassContext& context);

}  // namespace tesuji::passes
