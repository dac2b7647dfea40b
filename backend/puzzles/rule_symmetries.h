// Symmetries of a game's rules as permutations of the bits of its states, for searches that merge
// symmetric positions (runtime/host/puzzles/position_symmetries.h).
#pragma once

#include "backend/driver/games/net.h"
#include "backend/driver/session.h"
#include "passes/nets/symmetries.h"
#include "runtime/host/game/game.h"
#include "runtime/host/game/named_symmetry.h"

#include <string>
#include <vector>

namespace tesuji::driver {

/// A group without the identity, none where there is only that: of symmetries that keep legal
/// moves, next states, the end and goals, and each fluent that changes by itself, but not the
/// initial state. `game` and `ground` have the rules at `path`.
[[nodiscard]] std::vector<runtime::BitPermutation> rule_symmetries(
    const std::string& path, const runtime::Game& game, const GroundGame& ground,
    const Options& options, const Session& session, const passes::SymmetryLimits& limits);

}  // namespace tesuji::driver
