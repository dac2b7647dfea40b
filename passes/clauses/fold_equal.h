// fold-equal: merges relations whose rules are equal.
//
//   before:  far(A, B) :- line(A, C), line(C, B)        feature.f(A, B) :- far(A, B), on(B)
//            away(X, Y) :- line(Y, Z), line(Z, X)       feature.g(D, C) :- on(C), away(C, D)
//   after:   far(A, B) :- line(A, C), line(C, B)        feature.f(A, B) :- far(A, B), on(B)
//                                                       feature.g(B, A) :- feature.f(A, B)
//
// Relations are equal if they have the same canonical form (canonical_rules.h): up to names, the
// order of literals and rules, and the order of columns. The search is bottom-up, so that it also
// finds relations that differ only in which of two equal relations they read. Literals over a
// merged relation read the remaining one; an answer remains, with one rule that copies. Answers of
// the game contract, except features, are not changed.
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

/// Returns the relation that another one, with these rules, copies: all its tuples, with permuted
/// columns. no_id if the rules do not copy.
[[nodiscard]] ir::RelationId copied_by(std::span<const ir::Rule* const> rules);

}  // namespace tesuji::passes
