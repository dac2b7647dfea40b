// project-unique: what there is at most one of is left out of what is asked about it.
//
//   before:  legal(R, A, B) :- step(R, A, B), king(X, Y, R), not threatened(R, X, Y, A)
//            threatened(R, X, Y, A) :- ...
//   after:   legal(R, A, B) :- step(R, A, B), king(X, Y, R), not projection.threatened(R, A)
//            projection.threatened(R, A) :- king(X, Y, R), ...
//
// A net has a signal for each tuple of `threatened` and a ground rule for each move and square of
// the king; of the projection there is a signal for each A, and X and Y are variables of bodies
// alone, which split_existential.h takes out early. Sound where X and Y have one value at most for
// each R (determined.h): then a king somewhere and no threat to it is the same as a king, and no
// threat to where he is. What fluents there are one of is proved (unique_fluents.h), so that it
// holds in all states that can be reached; about others the net may be wrong. Rules of a relation
// that is not recursive are written out in its projection.
//
// Only for grounding: matchers ask about the one tuple anyway. Done where the relation or its
// ground rules would be very many otherwise.
//
// Requires strata, and folded static relations; drops strata.
#pragma once

#include "passes/core/pass.h"

namespace tesuji::passes {

/// Ways to bind the variables of a rule: of fewer, rules are left alone.
inline constexpr double min_projected_bindings = 1e5;
/// What is left out has so many values at least.
inline constexpr double min_left_out = 16;

/// The name by which it is left out for nets that are asked about other states, too.
inline constexpr const char* project_unique_name = "project-unique";

bool project_unique(ir::Module& module, PassContext& context);

}  // namespace tesuji::passes
