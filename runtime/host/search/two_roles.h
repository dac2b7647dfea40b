// Questions that searches of two-player, turn-taking games ask about a state.
#pragma once

#include "runtime/host/game/game.h"
#include "runtime/host/game/turns.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace tesuji::runtime {

/// Returns the role that has a choice among these legal moves; nothing if neither has. Throws
/// TurnError if both have.
[[nodiscard]] inline std::optional<Role> choosing_role(const Turns& turns,
                                                       std::span<const std::vector<Move>> legal) {
  if (legal[0].size() > 1 && legal[1].size() > 1) {
    const std::array<tsj_moves, 2> moves{
        {{legal[0].data(), legal[0].size()}, {legal[1].data(), legal[1].size()}}};
    throw turns.error(moves.data());
  }
  if (legal[0].size() > 1) return Role{0};
  if (legal[1].size() > 1) return Role{1};
  return std::nullopt;
}

/// Returns both goals; 0 for a role that does not have exactly one numeric goal.
[[nodiscard]] inline std::array<int, 2> goals_of_two(const Game& game, StateView state,
                                                     Scratch& scratch) {
  std::array<int, 2> goals{};
  game.goal_values(state, scratch, goals);
  return {std::max(goals[0], 0), std::max(goals[1], 0)};
}

}  // namespace tesuji::runtime
