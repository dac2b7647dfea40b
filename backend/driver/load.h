// Loads games: the one place that knows the whole chain, from a text to what plays it.
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
  std::shared_ptr<const ir::Layout> layout;  ///< the same, and null where a net answers all
  std::shared_ptr<const runtime::Game> game;
  /// What compiles in the background until this is let go (games/tiers.h); null: nothing does.
  std::shared_ptr<const Tiers> tiers = nullptr;
  /// With Options::count_trials how often the operations of the module's plans were tried so far
  /// (interpreter::Program::trials), by all threads; not to be called while one plays. Else null.
  std::function<std::vector<std::vector<std::uint64_t>>()> trials{};
  /// With it the time that each plan took (interpreter::Program::nanoseconds).
  std::function<std::vector<std::uint64_t>()> nanoseconds{};
  /// Of plugins, which have no rules: what these say about turns.
  std::optional<TurnNames> turns{};
};

/// Names and places of a compiled module, for the host.
[[nodiscard]] runtime::GameTables make_tables(const ir::Module& module, const ir::Layout& layout);

/// Makes a runnable module (make_runnable) playable by Engine::interpreter, jit or tiers.
[[nodiscard]] LoadedGame compile(std::shared_ptr<const ir::Module> module, const Options& options);

/// Brings a loaded module through the pipeline to matchers, for compile's engines.
[[nodiscard]] std::optional<LoadedGame> match_game(ir::Module source, const std::string& path,
                                                   const Options& options, Session& session);

/// A module as it was loaded, at level clauses or plans, by whatever engine the options name, but
/// for Engine::reference, which takes no modules; `path` is for messages.
[[nodiscard]] std::optional<LoadedGame> source_game(ir::Module source, const std::string& path,
                                                    const Options& options, Session& session);

/// load_module and compile; or, with Engine::reference, load_reference_game. A net in IR text
/// is played as it stands, node by node where that or the interpreter is asked for, else in
/// native code.
[[nodiscard]] std::optional<LoadedGame> load_game(const std::string& path, const Options& options,
                                                  Session& session);

}  // namespace tesuji::driver
