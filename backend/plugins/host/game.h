// Plays a plugin's game by the plugin's own functions: the game contract, logical features, steps
// of many games at once (docs/engines/steps.md), and its strategy.
#pragma once

#include "backend/plugins/host/library.h"
#include "runtime/core/tesuji/plugin.h"
#include "runtime/host/game/c_game.h"
#include "runtime/host/game/feature_counter.h"
#include "runtime/host/game/game.h"
#include "runtime/host/steps/lane_vector.h"
#include "runtime/host/strategy/strategy.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace tesuji::plugin {

/// The game keeps the library loaded.
[[nodiscard]] std::shared_ptr<const runtime::Game> make_game(
    std::shared_ptr<const Library> library);

/// Returns the plugin's tables if make_game made the game, else null. Valid as long as the game.
[[nodiscard]] const tsj_plugin* plugin_of(const runtime::Game& game);

/// Returns their names, in order; none if the game is not a plugin's, or the plugin has no
/// features.
[[nodiscard]] std::vector<std::string> feature_names(const runtime::Game& game);

/// Returns a counter of the features in states of the game, which it keeps alive; null if it has
/// none.
[[nodiscard]] std::shared_ptr<const runtime::FeatureCounter> feature_counter(
    std::shared_ptr<const runtime::Game> game);

/// Returns the largest number of games for which it makes steps at once on this processor; 0: it
/// has no code for them.
[[nodiscard]] std::uint32_t most_step_lanes(const runtime::Game& game);

/// Returns the code for this many lanes, or with 0 for the most that the plugin and this processor
/// support; null if it has no code. `game`: of make_game.
[[nodiscard]] std::shared_ptr<const runtime::LaneStepCode> step_code(
    std::shared_ptr<const runtime::Game> game, std::uint32_t lanes);

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
