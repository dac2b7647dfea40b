// order-symmetric: variables that may be swapped are only bound in ascending order.
//
//   before:  jammed :- stuck(A), stuck(B), stuck(C), A != B, A != C, B != C
//   after:   jammed :- stuck(A), before(A, B), stuck(B), before(B, C), stuck(C)
//
// Where swapping two variables of the body makes the same body again, a way to bind them is
// as good as the one with the two values swapped; since they differ, one of both is in order.
// The order is that of the variables' domain, as a static relation. Apart from there being
// fewer ways, what remains ties only neighbours together: for grounding (split_existential.h) a
// count of three among n is then 2n ground rules instead of n cubed.
//
// Requires domains; drops strata.
#pragma once

#include "passes/core/pass.h"

#include <cstddef>

namespace tesuji::passes {

/// Variables of larger domains are left alone: the order is a table of pairs.
inline constexpr std::size_t most_ordered_values = 512;

bool order_symmetric(ir::Module& module, PassContext& context);

}  // namespace tesuji::passes
