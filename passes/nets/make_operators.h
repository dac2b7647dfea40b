// Makes planning operators of a net's moves, and finds those that are independent of each other.
//
// With a move put in the place of its role's inputs, the net says what the move changes and what it
// reads: fluents whose next value is not their own, and the fluents that these values and its being
// legal depend on. Two moves are *independent* where neither changes what the other one reads or
// changes (but for fluents that both make the same constant). What facts about fluents say of
// states in which the move is legal counts: a move to a cell that is blank does not change that no
// piece stands there. Then they can be made in either order where they can be made in one, and the
// states after both are equal; states between may differ in whether the game is over. A clock
// (position_fluents.h) changes by itself: moves that read one are independent of none.
//
// Source: Godefroid, Partial-Order Methods for the Verification of Concurrent Systems (1996);
// Rintanen, Heljanko, Niemela, Planning as satisfiability (2006), interference of actions.
#pragma once

#include "ir/nets/fluent_facts.h"
#include "ir/nets/move_operators.h"
#include "ir/nets/net.h"

#include <cstdint>

namespace tesuji::passes {

/// Of the moves of `role`; all other roles have one move each. `net` answers all questions but
/// percepts. `facts` hold in every state of every play. `most_gates`: gates that are made at most,
/// beyond which there are no operators, and all pairs are conflicts.
[[nodiscard]] ir::MoveOperators make_operators(const ir::Net& net, std::uint32_t role,
                                               const ir::FluentFacts& facts,
                                               std::uint64_t most_gates = 8'000'000);

}  // namespace tesuji::passes
