// specialise-wide: copies rules with very many ground rules for each of the few values of a
// variable that determines others by facts.
//
//   before:  hit(P, X, Y) :- king_of(P, K), other(P, Q), cell(X, Y, K), near(Q, X, Y)
//   after:   hit(white, X, Y) :- cell(X, Y, white_king), near(black, X, Y)
//            hit(black, X, Y) :- cell(X, Y, black_king), near(white, X, Y)
//
// If P is known, facts allow one row of `king_of`, so that K is known, too. For matchers this means
// more rules for the same work. For grounding it shows that P, K and Q depend on each other: a cut
// at X and Y has no column for any of them, instead of three (split_existential.h).
//
// Requires domains, and folded static relations; drops strata.
#pragma once

#include "passes/core/pass.h"

#include <cstddef>

namespace tesuji::passes {

/// Rules with fewer bindings of their variables are not changed.
inline constexpr double min_specialised_bindings = 1e4;
/// Variables with more values are not specialised.
inline constexpr std::size_t most_specialised_values = 4;

bool specialise_wide(ir::Module& module, PassContext& context);

}  // namespace tesuji::passes
