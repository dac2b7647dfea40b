// project-unique: projects away columns that have at most one value from negated literals.
//
//   before:  legal(R, A, B) :- step(R, A, B), king(X, Y, R), not threatened(R, X, Y, A)
//            threatened(R, X, Y, A) :- ...
//   after:   legal(R, A, B) :- step(R, A, B), king(X, Y, R), not projection.threatened(R, A)
//            projection.threatened(R, A) :- king(X, Y, R), ...
//
// A net has a signal for each tuple of `threatened` and a ground rule for each move and square of
// the king; the projection has a signal for each A, and X and Y occur only in bodies, where
// split_existential.h eliminates them early. Sound if X and Y have at most one value for each R:
// then "a king somewhere and no threat to it" equals "a king, and no threat to its square". The
// uniqueness of fluents is proved (unique_fluents.h), so that it holds in all reachable states; for
// others the net may be wrong. Rules of a non-recursive relation are inlined in its projection.
//
// Only for grounding: matchers test only the one tuple anyway. Applied if the relation or its
// ground rules would otherwise be very many.
//
// Requires strata, and folded static relations; drops strata.
#pragma once

#include "passes/core/pass.h"

namespace tesuji::passes {

/// Rules with fewer bindings of their variables are not changed.
inline constexpr double min_projected_bindings = 1e5;
/// Minimum number of values of the projected variables.
inline constexpr double min_left_out = 16;

/// The name by which nets that also answer about unreachable states disable it.
inline constexpr const char* project_unique_name = "project-unique";

bool project_unique(ir::Module& module, PassContext& context);

}  // namespace tesuji::passes
