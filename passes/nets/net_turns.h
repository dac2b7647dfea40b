// Determines from a net whose turn it is: turn_taking.h for games without rules.
#pragma once

#include "ir/nets/net.h"
#include "passes/analysis/turn_taking.h"

#include <cstddef>

namespace tesuji::passes {

/// Returns the first two fluents of which exactly one holds in every state (fluent_groups.h), such
/// that one role has a single move if the first holds, and the other role if the second does. Valid
/// in every reachable state. Returns an empty result if the game does not have two roles, or there
/// are no such fluents; its time is bounded.
[[nodiscard]] TurnTaking find_turn_taking(const ir::Net& net, std::size_t roles);

}  // namespace tesuji::passes
