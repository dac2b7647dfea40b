// Makes constants of the fluents of a net that keep their initial value in every reachable
// state, and of the moves that are never legal.
//
//   before:  fluent true.on(1)                 after:  next true.on(1) = false
//            next true.on(1) = and(true.on(1), x)      legal legal.go(r) = false
//            legal legal.go(r) = true.on(1)
//
// At first all fluents are taken to keep their initial value and no move to be legal. Those for
// which that does not follow from the others are set free, until it follows for all that are
// left: the largest set of such fluents and moves whose members vouch for each other. By induction
// over the steps of a play it is right for every state that legal moves lead to; of other
// states such a net says nothing.
//
// Where the net does not answer what is next (Net::unanswered), no fluent is a constant; where it
// does not answer what is legal, no move.
//
// Fluents and moves stay listed; ir::is_fixed tells which fluents are constants.
#pragma once

#include "ir/nets/net.h"
#include "passes/nets/net_builder.h"

namespace tesuji::passes {

/// Takes time in proportion to the net. Gates are made anew from those that are left.
[[nodiscard]] ir::Net fold_inert(const ir::Net& net,
                                 std::size_t most_flattened = most_flattened_inputs);

}  // namespace tesuji::passes
