// Determines the player to move in listed states.
#pragma once

#include "runtime/host/game/turns.h"
#include "tools/files/state_list.h"

#include <cstdint>
#include <vector>

namespace tesuji::tools {

/// How a command treats states in which the game is over.
enum class OverStates : std::uint8_t { wanted, dropped };

/// Warns (code "turns") of states in which no role can move though the game is not over, and once
/// of those in which it is over if these are dropped. Reports an error, and returns false, if both
/// roles have a choice, or both have one move and no rule says who waits. `file`: the list.
[[nodiscard]] bool check_turns(const std::vector<ListedState>& states, ir::FileId file,
                               const runtime::Game& game, const runtime::Turns& turns,
                               OverStates over, ir::Diagnostics& diagnostics);

}  // namespace tesuji::tools
