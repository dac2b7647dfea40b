// The game contract over a plugin.
#pragma once

#include "backend/plugins/host/library.h"
#include "runtime/host/game/game.h"

#include <memory>

namespace tesuji::plugin {

/// Keeps the library loaded.
[[nodiscard]] std::shared_ptr<const runtime::Game> make_game(
    std::shared_ptr<const Library> library);

/// The plugin's tables where the game is one that make_game made, else null. They are there as long
/// as the game is.
[[nodiscard]] const tsj_plugin* plugin_of(const runtime::Game& game);

}  // namespace tesuji::plugin
