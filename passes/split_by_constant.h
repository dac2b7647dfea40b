// split-by-constant: stratification by the constants in the arguments.
//
// Real rulesheets write rules that are stratified only locally:
//
//   before:  goal(R, 0) :- role(R), not goal(R, 100)
//            goal(R, 100) :- line(R)
//   after:   goal.2=0(R) :- role(R), not goal.2=100(R)
//            goal.2=100(R) :- line(R)
//            goal(R, 0) :- goal.2=0(R)        goal(R, 100) :- goal.2=100(R)
//
// Where a relation lies on a cycle through negation and some column is a constant
// in the heads of all its rules, it becomes one relation per constant; whatever
// used it with a constant there uses the part, everything else the union.
// Sheets that need it: see local stratification, Przymusinski 1988.
#pragma once

#include "passes/pass.h"

namespace tesuji::passes {

bool split_by_constant(ir::Module& module, PassContext& context);

}  // namespace tesuji::passes
