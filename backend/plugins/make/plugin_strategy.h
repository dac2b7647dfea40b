// Writes strategies to plugins and reads them back.
#pragma once

#include "backend/driver/load.h"
#include "backend/driver/rulesheet/turn_rule.h"
#include "backend/llvm/plugin/plugin_data.h"
#include "frontend/strategy/strategy_parser.h"
#include "runtime/host/strategy/strategy.h"

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace tesuji::driver {

/// A strategy's text, to be compiled with a game.
struct StrategySource {
  std::string name;  ///< of its file, without the extension
  std::string hash;  ///< SHA-256 of its bytes
  frontend::Strategy text;
};

/// Reports errors and returns nothing then.
[[nodiscard]] std::optional<StrategySource> read_strategy_source(const std::string& path,
                                                                 Session& session);

/// Whether the strategy fits this game, by its rules and initial state; reports (code "strategy")
/// if it does not. `file`: the game's.
[[nodiscard]] bool takes_strategy(const StrategySource& source, const runtime::Game& game,
                                  const TurnNames& turns, ir::FileId file, Session& session);

/// Compiles the strategy, adds its code to `objects`, and returns the plugin's entries for it.
[[nodiscard]] llvm_backend::PluginStrategy make_plugin_strategy(
    const StrategySource& source, const runtime::Game& game, const TurnNames& turns,
    const llvm_backend::JitOptions& options, std::vector<llvm_backend::ObjectFile>& objects);

/// The strategy contained in a plugin.
struct OwnStrategy {
  std::string name;
  std::vector<std::string> readings;                  ///< per predicate, its requirement in words
  std::shared_ptr<const runtime::Strategy> strategy;  ///< keeps the plugin loaded
};

/// Returns nothing if the game is not a plugin's, or the plugin has no strategy. Throws
/// runtime::TurnError as runtime::Strategy does.
[[nodiscard]] std::optional<OwnStrategy> own_strategy(const LoadedGame& game);

}  // namespace tesuji::driver
