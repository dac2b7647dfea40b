// Runs the strategy of a plugin.
#pragma once

#include "runtime/core/tesuji/plugin.h"
#include "runtime/host/game/c_game.h"
#include "runtime/host/game/game.h"
#include "runtime/host/strategy/strategy.h"

#include <cstdint>
#include <optional>

namespace tesuji::plugin {

/// Returns the predicates, to be run by runtime::Strategy on this game, which must outlive them.
/// The game must be a plugin's with a strategy: TSJ_PLUGIN_HAS(plugin_of(game), forget).
[[nodiscard]] runtime::StrategyCode strategy_code(const runtime::Game& game);

/// The same strategy as C programs run it: by the plugin's own functions, which remember states
/// themselves. One per thread; the game must outlive it.
class Chooser {
 public:
  /// `byte_limit`: as in tsj_memory_source. Throws std::bad_alloc.
  explicit Chooser(const runtime::Game& game, std::uint64_t byte_limit = 0);

  /// As tsj_plugin::choose; returns nothing for a status other than TSJ_OK. Throws
  /// runtime::LimitReached, and runtime::TurnError for TSJ_UNKNOWN.
  [[nodiscard]] std::optional<tsj_choice> choose(runtime::StateView state);
  void forget();

 private:
  const tsj_plugin& plugin_;
  runtime::ScratchMemory scratch_;
};

}  // namespace tesuji::plugin
