// Steps games one after the other, by the tables of a game (runtime/core/tesuji/plugin.h): for
// games without lanes, and for plugins.
#pragma once

#include "runtime/core/tesuji/plugin.h"
#include "runtime/host/game/turns.h"
#include "runtime/host/steps/game_vector.h"

#include <memory>
#include <vector>

namespace tesuji::runtime {

/// A role with more actions has no seat: rows of legal moves would be too long.
inline constexpr std::uint64_t most_vector_actions = std::uint64_t{1} << 20U;

/// `tables` must own what they need, and have dense numbers (TSJ_PLUGIN_HAS(tables, action_count)).
/// `control`: by role, a test of whether it is its turn, for one seat for all roles; empty: a seat
/// for each. Throws std::invalid_argument if the initial state is terminal, or a role has no move
/// there, or has too many actions; LimitReached. Steps throw the same.
[[nodiscard]] std::unique_ptr<GameVector> make_single_vector(
    std::shared_ptr<const tsj_plugin> tables, const std::vector<StateTest>& control,
    const VectorOptions& options);

}  // namespace tesuji::runtime
