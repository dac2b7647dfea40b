// Adds values of moves that search did not try, as a symmetry of the position maps them on others.
#pragma once

#include "backend/players/thought.h"
#include "runtime/host/game/game.h"
#include "runtime/host/game/named_symmetry.h"

#include <memory>
#include <span>
#include <vector>

namespace tesuji::tools {

/// Tree search tries one of several moves that symmetries of the state map on each other. Gives the
/// others its value and visits, and puts them behind it in `thought.moves`. `legal`: the moves of
/// `role`, of which the others must have one each. `symmetries`: of the game; null: adds nothing.
void add_equal_moves(const runtime::Game& game, runtime::StateView state, runtime::Role role,
                     std::span<const runtime::Move> legal,
                     std::shared_ptr<const std::vector<runtime::NamedSymmetry>> symmetries,
                     driver::Thought& thought);

}  // namespace tesuji::tools
