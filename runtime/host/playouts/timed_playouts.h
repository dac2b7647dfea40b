// Plays random games for a given time, as benchmarks of GDL reasoners count them.
#pragma once

#include "runtime/host/game/game.h"

#include <atomic>
#include <cstdint>
#include <optional>

namespace tesuji::runtime {

struct TimedPlayouts {
  std::uint64_t steps = 0;      ///< joint moves made, those of the last, unfinished playout too
  std::uint64_t playouts = 0;   ///< that reached a terminal state
  double seconds = 0;           ///< wall clock
  std::optional<Role> stuck{};  ///< who had no legal move; then playing ended there
};

/// Plays on the calling thread, from the initial state to terminal states, where every role's
/// goal is asked for, until `seconds` are over or `stop` (which may be null) is set: in the
/// middle of a playout, too, since there are games that do not end. Moves are drawn as those of
/// playouts 0, 1, .. with this seed (playout.h). Throws what the game throws (LimitReached).
[[nodiscard]] TimedPlayouts play_for(const Game& game, double seconds, std::uint64_t seed,
                                     const std::atomic<bool>* stop);

}  // namespace tesuji::runtime
