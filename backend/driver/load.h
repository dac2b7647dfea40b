// Loads games: the only place that knows the whole chain, from a text to a playable game.
#pragma once

#include "backend/driver/rulesheet/turn_rule.h"
#include "backend/driver/session.h"
#include "ir/module/layout.h"
#include "ir/module/module.h"
#include "runtime/host/game/game.h"
#include "runtime/host/game/tabled_game.h"

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace tesuji::driver {

class Tiers;

struct LoadedGame {
  std::shared_ptr<const ir::Module> module;  ///< null with Engine::reference, and for plugins
  std::shared_ptr<const ir::Layout>
      layout;  ///< the same, and also null if a net answers all questions
  std::shared_ptr<const runtime::Game> game;
  /// Compiles in the background until this is released (games/tiers.h); null: no compilation.
  std::shared_ptr<const Tiers> tiers = nullptr;
  /// With Options::count_trials: returns how often the operations of the module's plans were tried
  /// so far (interpreter::Program::trials), by all threads; must not be called while one plays.
  /// Otherwise null.
  std::function<std::vector<std::vector<std::uint64_t>>()> trials{};
  /// With Options::count_trials: returns the time of each plan (interpreter::Program::nanoseconds).
  std::function<std::vector<std::uint64_t>()> nanoseconds{};
  /// For plugins, which have no rules: their turn rule.
  std::optional<TurnNames> turns{};
};

/// Returns names and places of a compiled module, for the host. In games/game_code.cpp.
[[nodiscard]] runtime::GameTables make_tables(const ir::Module& module, const ir::Layout& layout);

/// Compiles a runnable module (make_runnable) for Engine::interpreter, stencils, jit or tiers.
[[nodiscard]] LoadedGame compile(std::shared_ptr<const ir::Module> module, const Options& options);

/// Runs the pipeline on a loaded module and makes matchers, for compile's engines and
/// Engine::automatic.
[[nodiscard]] std::optional<LoadedGame> match_game(ir::Module source, const std::string& path,
                                                   const Options& options, Session& session);

/// Makes a loaded module at level clauses or plans playable by the engine of the options, except
/// Engine::reference, which takes no modules; `path` is for messages.
[[nodiscard]] std::optional<LoadedGame> source_game(ir::Module source, const std::string& path,
                                                    const Options& options, Session& session);

/// Loads a game with the engine of the options: runs load_source and source_game; for plugins
/// load_plugin, and with Engine::reference load_reference_game. A net in IR text is played as it
/// is: node by node with engines that generate no code, in lanes with engines in lanes, else in
/// native code.
[[nodiscard]] std::optional<LoadedGame> load_game(const std::string& path, const Options& options,
                                                  Session& session);

}  // namespace tesuji::driver
