// factor: factors common signals out of the ways of a disjunction:
//
//   before:  a and b, or a and c, or a and d      after:  a, and b or c or d
//
// That is, among the conjunctions used only by this disjunction, repeatedly merges those with the
// most frequent input. Each merge saves one gate for every way but the first.
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
