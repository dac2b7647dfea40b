// Loads the features of a game's goals (passes/nets/make_goal_costs.h), for states of a loaded
// game.
#pragma once

#include "backend/driver/load.h"
#include "ir/nets/goal_costs.h"
#include "runtime/host/search/state_features.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace tesuji::driver {

/// Immutable.
struct GoalFeatureSet {
  std::string game;  ///< name of the rules
  std::shared_ptr<const ir::GoalCosts> costs;
  std::vector<std::string> fluents;   ///< names, by fluent of the costs
  std::vector<std::uint64_t> places;  ///< their bits in the game's states (runtime::bits_of)
  std::vector<std::string> names;     ///< of the features
  /// Without functions if the engine is an interpreter.
  runtime::GoalFeatureCode code{};
};

/// Grounds the rules of the game at `path`, and compiles the features if the options' engine
/// compiles. Reports (code "limit") and returns nothing if the rules are too large for that, or
/// states have no bits for fluents, and (code "usage") for a plugin.
[[nodiscard]] std::optional<GoalFeatureSet> load_goal_features(const std::string& path,
                                                               const LoadedGame& game,
                                                               const Options& options,
                                                               Session& session);

/// Returns the same features for states of another game of the same rules, whose fluents may have
/// other places. Returns nothing if its states have no bits for fluents.
[[nodiscard]] std::optional<GoalFeatureSet> move_goal_features(const GoalFeatureSet& set,
                                                               const LoadedGame& game,
                                                               const Options& options);

[[nodiscard]] std::unique_ptr<runtime::StateFeatures> make_goal_features(const GoalFeatureSet& set);

}  // namespace tesuji::driver
