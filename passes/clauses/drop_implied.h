// drop-implied: drops tests from rules that are evaluated only for certain tuples, if these always
// pass.
//
//   before:  list(X, Y) :- need.list(X, Y), item(X), item(Y)
//   after:   list(X, Y) :- need.list(X, Y)        # only items are ever needed
//
// Drops only tests that the relation of needs implies, since it binds their variables. A static
// relation of needs is itself such a test: it stays. Other tests that always hold are useful, as
// the smallest relations to begin a join with, or to define needs.
//
// Requires infer-domains; drops strata.
#pragma once

#include "passes/core/pass.h"

namespace tesuji::passes {

bool drop_implied(ir::Module& module, PassContext& context);

}  // namespace tesuji::passes
