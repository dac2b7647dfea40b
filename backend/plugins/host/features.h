// Counts logical features by a plugin's own functions.
#pragma once

#include "runtime/host/game/feature_counter.h"
#include "runtime/host/game/game.h"

#include <memory>
#include <string>
#include <vector>

namespace tesuji::plugin {

/// Returns their names, in order; none if the game is not a plugin's, or the plugin has no
/// features.
[[nodiscard]] std::vector<std::string> feature_names(const runtime::Game& game);

/// Returns a counter of the features in states of the game, which it keeps alive; null if it has
/// none.
[[nodiscard]] std::shared_ptr<const runtime::FeatureCounter> feature_counter(
    std::shared_ptr<const runtime::Game> game);

}  // namespace tesuji::plugin
