// Reports faults of a module as a game that the verifier accepts, but for which a rulesheet would
// be reported. The codes are those of rulesheets (docs/languages/diagnostics.md).
#pragma once

#include "ir/core/diagnostics.h"
#include "ir/module/module.h"

namespace tesuji::ir {

/// Whether the module is a game: it names roles, or answers a question that only games have.
[[nodiscard]] bool is_game(const Module& module);

/// Reports, for a module of a game that the verifier accepts: missing roles or no relation for a
/// question that every game answers (errors "no-role", "no-legal", "no-goal", "no-terminal"); as
/// warnings an initial state without fluents ("no-fluent"), goal values that are not integers from
/// 0 to 100 ("goal-value"), moves and goals of a constant that is not a role ("stranger"), roles
/// that no relation can give a move ("no-moves").
void check_game(const Module& module, Diagnostics& diagnostics);

}  // namespace tesuji::ir
