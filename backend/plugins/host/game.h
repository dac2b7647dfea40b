// Implements the game contract over a plugin.
#pragma once

#include "backend/plugins/host/library.h"
#include "runtime/host/game/game.h"

#include <memory>

namespace tesuji::plugin {

/// The game keeps the library loaded.
[[nodiscard]] std::shared_ptr<const runtime::Game> make_game(
    std::shared_ptr<const Library> library);

/// Returns the plugin's tables if make_game made the game, else null. Valid as long as the game.
[[nodiscard]] const tsj_plugin* plugin_of(const runtime::Game& game);

}  // namespace tesuji::plugin
