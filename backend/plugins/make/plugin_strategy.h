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
  std::string name;  ///< of its file, without the ending
  std::string hash;  ///< of its bytes: SHA-256
  frontend::Strategy text;
};

/// Reports what is wrong with it and returns nothing then.
[[nodiscard]] std::optional<StrategySource> read_strategy_source(const std::string& path,
                                                                 Session& session);

/// Whether the strategy is for this game, as far as its rules and initial state tell; reports (code
/// "strategy") why it is not. `file`: the game's.
[[nodiscard]] bool takes_strategy(const StrategySource& source, const runtime::Game& game,
                                  const TurnNames& turns, ir::FileId file, Session& session);

/// Its code, which is added to `objects`, and what the plugin says of it.
[[nodiscard]] llvm_backend::PluginStrategy make_plugin_strategy(
    const StrategySource& source, const runtime::Game& game, const TurnNames& turns,
    const llvm_backend::JitOptions& options, std::vector<llvm_backend::ObjectFile>& objects);

/// The strategy that a plugin brings.
struct OwnStrategy {
  std::string name;
  std::vector<std::string> readings;                  ///< per predicate, what it demands in words
  std::shared_ptr<const runtime::Strategy> strategy;  ///< keeps the plugin loaded
};

/// Nothing where the game is no plugin's, or one's without a strategy. Throws runtime::TurnError as
/// runtime::Strategy does.
[[nodiscard]] std::optional<OwnStrategy> own_strategy(const LoadedGame& game);

}  // namespace tesuji::driver
