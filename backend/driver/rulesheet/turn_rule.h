// Expresses the turn analysis of passes/analysis/turn_taking.h by names of a game, the same for
// every engine and for plugins.
#pragma once

#include "ir/module/module.h"
#include "runtime/host/game/game.h"
#include "runtime/host/game/turns.h"

#include <optional>
#include <string>
#include <vector>

namespace tesuji::driver {

/// Terms, in the order of roles.
struct TurnNames {
  std::vector<std::optional<std::string>> waiting;  ///< moves; empty or one per role
  std::vector<std::string> control;                 ///< fluents; empty or one per role
};

/// `module`: before or after passes, with its rules.
[[nodiscard]] TurnNames turn_names(const ir::Module& module);

/// Converts control fluents that are one bit of the game's states to tests of a state's word; if
/// one of them is not a bit, the rule has no control. Converts waiting moves to the game's numbers.
[[nodiscard]] runtime::TurnRule make_turn_rule(const TurnNames& names, const runtime::Game& game);

}  // namespace tesuji::driver
