// Lists the states in which a learner's games start.
#pragma once

#include "runtime/host/game/game.h"
#include "runtime/host/game/named_symmetry.h"
#include "runtime/host/game/turns.h"

#include <atomic>
#include <cstdint>
#include <span>
#include <vector>

namespace tesuji::learner {

/// Returns the states after `moves` moves from the initial one, if roles take turns, that do not
/// end the game, without repetitions, in the order of moves. 0: the initial state. Source:
/// Muggleton and Hocquette (2019), "one-full-move-ahead positions": two moves. Throws TurnError,
/// LimitReached, and Stopped when `stop` is set.
[[nodiscard]] std::vector<runtime::State> start_boards(const runtime::Game& game,
                                                       const runtime::Turns& turns,
                                                       const std::atomic<bool>* stop = nullptr,
                                                       std::uint32_t moves = 2);

/// Returns the first state of each class that symmetries map on each other, in the order of
/// `states`. Ignores a symmetry's image outside of `states`.
[[nodiscard]] std::vector<runtime::State> up_to_symmetry(
    const runtime::Game& game, std::span<const runtime::State> states,
    std::span<const runtime::NamedSymmetry> generators);

}  // namespace tesuji::learner
