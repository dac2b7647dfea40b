// drop-implied: a rule that is asked for certain tuples only need not test what these
// are known to be.
//
//   before:  list(X, Y) :- need.list(X, Y), item(X), item(Y)
//   after:   list(X, Y) :- need.list(X, Y)        # nobody asks for anything but items
//
// Only tests that the relation of needs implies are dropped: it binds their variables
// anyway. A relation of needs that is static is itself such a test: it stays. Other tests that
// always hold are of use, as the smallest relations to begin a join with, or to say what is needed.
//
// Requires infer-domains; drops strata.
#pragma once

#include "passes/core/pass.h"

namespace tesuji::passes {

bool drop_implied(ir::Module& module, PassContext& context);

}  // namespace tesuji::passes
