// fold-inert: replaces fluents of a net that keep their initial value in every reachable state, and
// moves that are never legal, by constants.
//
//   before:  fluent true.on(1)                 after:  next true.on(1) = false
//            next true.on(1) = and(true.on(1), x)      legal legal.go(r) = false
//            legal legal.go(r) = true.on(1)
//
// Initially assumes that all fluents keep their initial value and no move is legal. Repeatedly
// retracts the assumptions that do not follow from the others, until all remaining ones do: the
// largest set of such fluents and moves that support each other. By induction over the steps of a
// play the net is right for every state that legal moves lead to; for other states it may be wrong.
//
// If the net does not answer next (Net::unanswered), no fluent is constant; if it does not answer
// legal, no move.
//
// Fluents and moves stay listed; ir::is_fixed shows which fluents are constants.
#pragma once

#include "ir/nets/net.h"
#include "passes/nets/net_builder.h"

namespace tesuji::passes {

/// Takes time proportional to the net. Rebuilds the remaining gates.
[[nodiscard]] ir::Net fold_inert(const ir::Net& net,
                                 std::size_t most_flattened = most_flattened_inputs);

}  // namespace tesuji::passes
