// Strategy of a plugin.
#pragma once

#include "runtime/core/tesuji/plugin.h"
#include "runtime/host/game/c_scratch.h"
#include "runtime/host/game/game.h"
#include "runtime/host/strategy/strategy.h"

#include <cstdint>
#include <optional>

namespace tesuji::plugin {

/// The predicates, to be run by runtime::Strategy on this game, which has to outlive them. The game
/// has to be a plugin's with a strategy: TSJ_PLUGIN_HAS(plugin_of(game), forget).
[[nodiscard]] runtime::StrategyCode strategy_code(const runtime::Game& game);

/// The same strategy as programs in C run it: by the plugin's own functions, on states that it
/// remembers itself. One per thread; the game has to outlive it.
class Chooser {
 public:
  /// `byte_limit` as of tsj_memory_source. Throws std::bad_alloc.
  explicit Chooser(const runtime::Game& game, std::uint64_t byte_limit = 0);

  /// As tsj_plugin::choose; nothing instead of TSJ_OK. Throws runtime::LimitReached, and
  /// runtime::TurnError for TSJ_UNKNOWN.
  [[nodiscard]] std::optional<tsj_choice> choose(runtime::StateView state);
  void forget();

 private:
  const tsj_plugin& plugin_;
  runtime::ScratchMemory scratch_;
};

}  // namespace tesuji::plugin
