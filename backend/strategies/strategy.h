// Compiles the text of a strategy to functions that choose moves in a loaded game.
#pragma once

#include "backend/driver/load.h"
#include "frontend/strategy/strategy_parser.h"
#include "runtime/host/game/turns.h"
#include "runtime/host/search/minimax.h"
#include "runtime/host/strategy/strategy.h"

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace tesuji::driver {

/// Whether the file holds a strategy, by its name (.pl); false if lines begin with `role(` and
/// `legal(`, or with `(`, as in rulesheets.
[[nodiscard]] bool is_strategy_path(const std::string& path);

/// Reads a strategy; reports errors and returns nothing then.
[[nodiscard]] std::optional<frontend::Strategy> load_strategy(const std::string& path,
                                                              Session& session);

/// Returns the strategy as a module that contains only its procs, for dumps.
[[nodiscard]] ir::Module strategy_module(const frontend::Strategy& strategy,
                                         const std::string& name, const Session& session);

/// Replaces the fluents of the procs by bits of the game's states. Throws runtime::TurnError
/// (fluent) if the game has no such fluent, or if it is not a single bit.
[[nodiscard]] std::vector<ir::Proc> bind_fluents(std::vector<ir::Proc> procs,
                                                 const runtime::Game& game);

/// Compiles a strategy for a game: to native code, or for engines that do not compile, for the
/// interpreter. Throws runtime::TurnError if the game is not suitable for strategies, and as
/// bind_fluents.
[[nodiscard]] std::shared_ptr<const runtime::Strategy> compile_strategy(
    const LoadedGame& game, const frontend::Strategy& strategy, const Options& options);

/// Returns the turn rule of the game's rules.
[[nodiscard]] runtime::TurnRule turn_rule(const LoadedGame& game);

}  // namespace tesuji::driver
