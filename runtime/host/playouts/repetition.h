// Finds a state that a play comes back to: evidence that the game need not end.
#pragma once

#include "runtime/host/game/game.h"

#include <cstddef>
#include <optional>
#include <span>

namespace tesuji::runtime {

/// States number `first` and `first + moves` of a play are equal; state 0 is the initial one.
struct Repetition {
  std::size_t first = 0;
  std::size_t moves = 0;  ///< joint moves of the cycle, at least one
};

/// Replays joint moves, one after the other in role order, from the initial state, and returns the
/// shortest cycle among consecutive visits to a state; of several the first. Returns nothing if
/// no state occurs twice. Throws LimitReached and Stopped as the game does.
[[nodiscard]] std::optional<Repetition> find_repetition(const Game& game,
                                                        std::span<const Move> joint_moves);

/// Returns the state after the first joint moves of a play.
[[nodiscard]] State state_after(const Game& game, std::span<const Move> joint_moves,
                                std::size_t steps);

}  // namespace tesuji::runtime
