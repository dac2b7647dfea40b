// Finds in a net whose turn it is: turn_taking.h for games that have no rules, only gates.
#pragma once

#include "ir/nets/net.h"
#include "passes/analysis/turn_taking.h"

#include <cstddef>

namespace tesuji::passes {

/// Finds the first two fluents of which exactly one holds in every state (fluent_groups.h), and
/// that leave the one role a single move where the first holds, the other role where the second
/// does. Holds in every reachable state. Nothing where the game has not two roles, or there are no
/// such fluents; time is bounded.
[[nodiscard]] TurnTaking find_turn_taking(const ir::Net& net, std::size_t roles);

}  // namespace tesuji::passes
