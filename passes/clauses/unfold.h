// unfold: huge static relations that one rule defines are written out where they
// are used.
//
//   before:  list3(X, Y, Z) :- item(X), item(Y), item(Z)       # items^3 tuples
//            good(X, Y, Z) :- chosen(X, Y, Z), list3(X, Y, Z)
//   after:   good(X, Y, Z) :- chosen(X, Y, Z)
//
// Only rules without variables of their own (beyond those of the head) are unfolded:
// the body then only tests what the use gives, and nothing is found twice. A test
// `item(X)` is left out where `chosen` has nothing but items in that column anyway.
// Negated uses keep the relation.
//
// Sound: a tuple is derived by the unfolded rule exactly if it is by the two rules.
// Tests are left out by the columns' domains, which hold for every tuple of the
// model: whatever the program without the tests derives first, it derives from
// tuples of the model, which pass them.
//
// Requires domains and strata; drops strata.
#pragma once

#include "passes/core/pass.h"

namespace tesuji::passes {

bool unfold(ir::Module& module, PassContext& context);

}  // namespace tesuji::passes
