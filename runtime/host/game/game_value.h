// The value of a state under perfect play.
#pragma once

#include "runtime/host/game/state_space.h"

#include <cstdint>

namespace tesuji::runtime {

struct GameValue {
  std::int32_t margin = 0;  ///< goal of role 0 minus goal of role 1, -100..100
  /// Moves until the end: shortest win, longest loss. Of draws, which both players would rather
  /// end than go on for ever: the most, where every play that keeps the draw ends; otherwise
  /// the fewest. 0 where play is endless.
  std::uint32_t plies = 0;
  /// No play that keeps the margin, which is 0, comes to an end.
  bool endless = false;
  /// The margin as `role` (0 or 1) sees it: positive if it wins.
  [[nodiscard]] std::int32_t margin_for(Role role) const { return role == 0 ? margin : -margin; }
  friend bool operator==(const GameValue&, const GameValue&) = default;
};

/// The value of a state in which nobody can move: its own goals, a role without exactly one
/// numeric goal having 0.
[[nodiscard]] GameValue final_value(StateSpace& space, const Node& node);

}  // namespace tesuji::runtime
