// fold-equal: relations whose rules are equal become one relation.
//
//   before:  far(A, B) :- line(A, C), line(C, B)        feature.f(A, B) :- far(A, B), on(B)
//            away(X, Y) :- line(Y, Z), line(Z, X)       feature.g(D, C) :- on(C), away(C, D)
//   after:   far(A, B) :- line(A, C), line(C, B)        feature.f(A, B) :- far(A, B), on(B)
//                                                       feature.g(B, A) :- feature.f(A, B)
//
// Equal is what has the same canonical form (canonical_rules.h): up to names, the order of
// literals and rules, and the order of columns. It is looked for from below, so that relations are
// also equal that differ in nothing but which of two equal relations they read. Literals over a
// relation that is folded read the one that stays; an answer stays, with one rule that copies. What
// answers the game contract, but for features, is left alone.
//
// Source: Kaneko, Yamaguchi and Kawai, section 5 ("folding of predicates in features, to leave out
// natural joins"); common subexpressions of several queries: Sellis, Multiple-Query Optimization,
// 1988. Drops strata.
#pragma once

#include "ir/module/module.h"
#include "passes/core/pass.h"

#include <span>

namespace tesuji::passes {

bool fold_equal(ir::Module& module, PassContext& context);

/// The relation that another one, with these rules, copies: all its tuples, with the columns in
/// some order, so that both have equally many. no_id where there is none.
[[nodiscard]] ir::RelationId copied_by(std::span<const ir::Rule* const> rules);

}  // namespace tesuji::passes
