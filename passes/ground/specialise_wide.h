// specialise-wide: rules with very many ground rules are written out for the few values of a
// variable that others depend on by facts.
//
//   before:  hit(P, X, Y) :- king_of(P, K), other(P, Q), cell(X, Y, K), near(Q, X, Y)
//   after:   hit(white, X, Y) :- cell(X, Y, white_king), near(black, X, Y)
//            hit(black, X, Y) :- cell(X, Y, black_king), near(white, X, Y)
//
// Once P is known, facts leave one row of `king_of`, so that K is known, too. For matchers this is
// more rules for the same work. For grounding it shows that P, K and Q are one thing: a cut at X
// and Y has no column for any of them, instead of three (split_existential.h).
//
// Requires domains, and folded static relations; drops strata.
#pragma once

#include "passes/core/pass.h"

#include <cstddef>

namespace tesuji::passes {

/// Ways to bind the variables of a rule: of fewer, rules are left alone.
inline constexpr double min_specialised_bindings = 1e4;
/// Variables of more values are left alone.
inline constexpr std::size_t most_specialised_values = 4;

bool specialise_wide(ir::Module& module, PassContext& context);

}  // namespace tesuji::passes
