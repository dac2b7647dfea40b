// Plays random games for a given time, and counts them as benchmarks of GDL reasoners do.
#pragma once

#include "runtime/host/game/game.h"

#include <atomic>
#include <cstdint>
#include <optional>

namespace tesuji::runtime {

struct TimedPlayouts {
  std::uint64_t steps = 0;      ///< joint moves made, including those of the last, unfinished
                                ///< playout
  std::uint64_t playouts = 0;   ///< that reached a terminal state
  double seconds = 0;           ///< wall clock
  std::optional<Role> stuck{};  ///< a role that had no legal move; then playing ended there
};

/// Plays on the calling thread, from the initial state to terminal states, in which it computes
/// every role's goal, until `seconds` are over or `stop` (which may be null) is set; this may
/// interrupt a playout, because some games do not end. Draws the same moves as playouts 0, 1, ..
/// with this seed (playout.h). Throws what the game throws (LimitReached).
[[nodiscard]] TimedPlayouts play_for(const Game& game, double seconds, std::uint64_t seed,
                                     const std::atomic<bool>* stop);

}  // namespace tesuji::runtime
