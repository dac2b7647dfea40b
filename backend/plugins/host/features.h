// Logical features of a plugin.
#pragma once

#include "runtime/host/game/feature_counter.h"
#include "runtime/host/game/game.h"

#include <memory>
#include <string>
#include <vector>

namespace tesuji::plugin {

/// Their names, in order; none where the game is no plugin's, or one's without features.
[[nodiscard]] std::vector<std::string> feature_names(const runtime::Game& game);

/// Counts them in states of the game, which it keeps; null where there are none.
[[nodiscard]] std::shared_ptr<const runtime::FeatureCounter> feature_counter(
    std::shared_ptr<const runtime::Game> game);

}  // namespace tesuji::plugin
