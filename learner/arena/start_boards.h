// Lists the states in which the games of a learner start.
#pragma once

#include "runtime/host/game/game.h"
#include "runtime/host/game/named_symmetry.h"
#include "runtime/host/game/turns.h"

#include <atomic>
#include <cstdint>
#include <span>
#include <vector>

namespace tesuji::learner {

/// The states after `moves` moves from the initial one, in which roles take turns, those that are
/// not the end of the game, without repetitions, in the order of moves. 0: the initial state.
/// Source: Muggleton and Hocquette (2019), "one-full-move-ahead positions": two moves.
/// Throws TurnError, LimitReached, and Stopped when `stop` is set.
[[nodiscard]] std::vector<runtime::State> start_boards(const runtime::Game& game,
                                                       const runtime::Turns& turns,
                                                       const std::atomic<bool>* stop = nullptr,
                                                       std::uint32_t moves = 2);

/// Of each class of states that symmetries map on each other the first; in the order of `states`.
/// A symmetry that leads out of `states` is not followed.
[[nodiscard]] std::vector<runtime::State> up_to_symmetry(
    const runtime::Game& game, std::span<const runtime::State> states,
    std::span<const runtime::NamedSymmetry> generators);

}  // namespace tesuji::learner
