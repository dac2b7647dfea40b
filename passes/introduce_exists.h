// introduce-exists: once the variables of a production rule's conclusions are bound,
// the rest of its premises is a question, not an enumeration.
//
// Premises from there on that share no unbound variable are independent: each group
// becomes an existence test of its own, which stops at its first witness.
//
//   before:  scan  a(?X)                 after:  scan  a(?X)
//            probe b(X, ?Y) using index 0        exists {
//            probe c(Y, ?Z) using index 0          probe b(X, ?Y) using index 0
//            probe d(X, ?W) using index 0          probe c(Y, ?Z) using index 0
//            add   e(X)                          } by introduce-exists
//                                                exists {
//                                                  probe d(X, ?W) using index 0
//                                                } by introduce-exists
//                                                add   e(X)
//
// Rules that remove something are left alone. Sound for every rule set: a second
// witness could only add what the first has added. Requires nothing; run it before
// insert-absent, whose checks it would have to step over.
#pragma once

#include "passes/pass.h"

namespace tesuji::passes {

bool introduce_exists(ir::Module& module, PassContext& context);

}  // namespace tesuji::passes
