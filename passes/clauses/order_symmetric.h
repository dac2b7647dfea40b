// order-symmetric: binds interchangeable variables only in ascending order.
//
//   before:  jammed :- stuck(A), stuck(B), stuck(C), A != B, A != C, B != C
//   after:   jammed :- stuck(A), before(A, B), stuck(B), before(B, C), stuck(C)
//
// If swapping two variables of the body gives the same body, each binding is equivalent to the one
// with the two values swapped; since the values differ, one of the two is in order. The order is
// that of the variables' domain, as a static relation. Besides halving the bindings, this connects
// only neighbouring variables: for grounding (split_existential.h) a count of three among n then
// has 2n ground rules instead of n cubed.
//
// Requires domains; drops strata.
#pragma once

#include "passes/core/pass.h"

#include <cstddef>

namespace tesuji::passes {

/// Variables with larger domains are not ordered: the order is a table of pairs.
inline constexpr std::size_t most_ordered_values = 512;

bool order_symmetric(ir::Module& module, PassContext& context);

}  // namespace tesuji::passes
