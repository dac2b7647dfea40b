// Builds planning operators from a net's moves, and finds moves that are independent of each other.
//
// With a move substituted for its role's inputs, the net shows what the move changes and what it
// reads: fluents whose next value differs from their own, and the fluents that these values and its
// legality depend on. Two moves are *independent* if neither changes what the other reads or
// changes (except fluents that both set to the same constant). Facts about the states in which the
// move is legal are used: a move to a blank cell does not change that no piece is there. Then if
// they can be made in one order they can be made in the other, and the states after both are equal;
// intermediate states may differ in whether the game is over. A clock (position_fluents.h) changes
// by itself: moves that read one are independent of none.
//
// Source: Godefroid, Partial-Order Methods for the Verification of Concurrent Systems (1996);
// Rintanen, Heljanko, Niemela, Planning as satisfiability (2006), interference of actions.
#pragma once

#include "ir/nets/fluent_facts.h"
#include "ir/nets/move_operators.h"
#include "ir/nets/net.h"

#include <cstdint>

namespace tesuji::passes {

/// For the moves of `role`; all other roles have one move each. `net` answers all questions except
/// percepts. `facts` hold in every state of every play. `most_gates`: maximum number of gates
/// created, beyond which there are no operators, and all pairs are conflicts.
[[nodiscard]] ir::MoveOperators make_operators(const ir::Net& net, std::uint32_t role,
                                               const ir::FluentFacts& facts,
                                               std::uint64_t most_gates = 8'000'000);

}  // namespace tesuji::passes
