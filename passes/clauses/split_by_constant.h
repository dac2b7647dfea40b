// split-by-constant: stratifies by the constants in arguments.
//
// Real rulesheets contain rules that are stratified only locally:
//
//   before:  goal(R, 0) :- role(R), not goal(R, 100)
//            goal(R, 100) :- line(R)
//   after:   goal.2=0(R) :- role(R), not goal.2=100(R)
//            goal.2=100(R) :- line(R)
//            goal(R, 0) :- goal.2=0(R)        goal(R, 100) :- goal.2=100(R)
//
// A relation on a cycle through negation becomes one relation for each constant that the heads of
// its rules, or uses of it on the cycle, have in some column. Uses with such a constant read the
// part, all others the union. A rule with a variable in its head's column has a copy in every part,
// and one in a last part for all other values:
//
//   before:  goal(R, V) :- score(R, V)
//   after:   goal.2=0(R) :- score(R, 0)       goal.2=100(R) :- score(R, 100)
//            goal.2(R, V) :- score(R, V), V different from 0, V different from 100
//
// so that `score` is also read with constants, and is split next if it is on the cycle.
//
// Afterwards those sheets are stratified whose ground instances are, if a variable in the body
// represents every constant that the sheet may put there. (A literal with a variable depends on all
// parts, even if `distinct` excludes one.) Facts are not considered: a rule that never fires
// counts.
// Source: local stratification, Przymusinski 1988.
#pragma once

#include "passes/core/pass.h"

namespace tesuji::passes {

bool split_by_constant(ir::Module& module, PassContext& context);

}  // namespace tesuji::passes
