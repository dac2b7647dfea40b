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

/// Whether the file holds a strategy, by its name (.pl); but not where lines begin with `role(` and
/// `legal(`, or with `(`, as in rulesheets.
[[nodiscard]] bool is_strategy_path(const std::string& path);

/// Reads a strategy; reports what is wrong with it and returns nothing then.
[[nodiscard]] std::optional<frontend::Strategy> load_strategy(const std::string& path,
                                                              Session& session);

/// The strategy as a module that holds its procs and nothing else, for dumps.
[[nodiscard]] ir::Module strategy_module(const frontend::Strategy& strategy,
                                         const std::string& name, const Session& session);

/// The procs with the bits of the game's states that their fluents are. Throws runtime::TurnError
/// (fluent) where the game has no such fluent, or it is no bit of its own.
[[nodiscard]] std::vector<ir::Proc> bind_fluents(std::vector<ir::Proc> procs,
                                                 const runtime::Game& game);

/// Makes a strategy executable on a game: in native code, beside the engines that do not compile
/// by the interpreter.
/// Throws runtime::TurnError where the game is not for strategies, and as bind_fluents.
[[nodiscard]] std::shared_ptr<const runtime::Strategy> compile_strategy(
    const LoadedGame& game, const frontend::Strategy& strategy, const Options& options);

/// What the game's rules say about turns.
[[nodiscard]] runtime::TurnRule turn_rule(const LoadedGame& game);

}  // namespace tesuji::driver
