// A game's constants for C programs that use its plugin: `tesuji compile --emit=header`.
#pragma once

#include "runtime/host/game.h"

#include <string>

namespace tesuji::driver {

/// Roles by number and the words of a state. `path`: of the rulesheet, for the comment.
[[nodiscard]] std::string plugin_header(const runtime::Game& game, const std::string& path);

}  // namespace tesuji::driver
