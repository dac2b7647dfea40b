// The game contract over a plugin.
#pragma once

#include "backend/plugin/library.h"
#include "runtime/host/game.h"

#include <memory>

namespace tesuji::plugin {

/// Keeps the library loaded.
[[nodiscard]] std::shared_ptr<const runtime::Game> make_game(
    std::shared_ptr<const Library> library);

}  // namespace tesuji::plugin
