// Takes what many ways of one disjunction have in common out of them:
//
//   before:  a and b, or a and c, or a and d      after:  a, and b or c or d
//
// That is, of the conjunctions that only this disjunction uses, those with the most frequent input
// are put together, again and again. Each takes one gate less for every way but the first.
//
// Source: algebraic factoring (Brayton, Factoring Logic Functions, 1987), with single
// signals as divisors.
#pragma once

#include "ir/nets/net.h"
#include "passes/nets/net_builder.h"

namespace tesuji::passes {

[[nodiscard]] ir::Net factor(const ir::Net& net,
                             std::size_t most_flattened = most_flattened_inputs);

}  // namespace tesuji::passes
