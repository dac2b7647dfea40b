// Reports faults of a module as a game that the verifier accepts, and that a rulesheet would be
// reported for. The codes are those of rulesheets (docs/languages/diagnostics.md).
#pragma once

#include "ir/core/diagnostics.h"
#include "ir/module/module.h"

namespace tesuji::ir {

/// Whether it is of a game: it names roles, or answers a question that games alone are asked.
[[nodiscard]] bool is_game(const Module& module);

/// Reports, of a module of a game that the verifier accepts: no roles or no relation for a question
/// that every game answers (errors "no-role", "no-legal", "no-goal", "no-terminal"); an initial
/// state without a fluent ("no-fluent"), goal values that are no integers from 0 to 100
/// ("goal-value"), moves and goals of a constant that is no role ("stranger"), roles that no
/// relation can give a move
/// ("no-moves"; warnings, all of them).
void check_game(const Module& module, Diagnostics& diagnostics);

}  // namespace tesuji::ir
