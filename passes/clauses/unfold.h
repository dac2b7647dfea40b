// unfold: inlines huge static relations that a single rule defines.
//
//   before:  list3(X, Y, Z) :- item(X), item(Y), item(Z)       # items^3 tuples
//            good(X, Y, Z) :- chosen(X, Y, Z), list3(X, Y, Z)
//   after:   good(X, Y, Z) :- chosen(X, Y, Z)
//
// Unfolds only rules without variables beyond those of the head: the body then only tests the given
// values, and no tuple is derived twice. Omits a test `item(X)` if `chosen` has only items in that
// column anyway. Negated uses keep the relation.
//
// Sound: the unfolded rule derives a tuple exactly if the two rules do. Tests are omitted by the
// columns' domains, which hold for every tuple of the model: the first tuples that the program
// without the tests derives come from tuples of the model, which pass the tests.
//
// Requires domains and strata; drops strata.
#pragma once

#include "passes/core/pass.h"

namespace tesuji::passes {

bool unfold(ir::Module& module, PassContext& context);

}  // namespace tesuji::passes
