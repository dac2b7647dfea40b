// Opens a game from a path, for programs that embed tesuji. Includes no header of the compiler.
// `cmake --install` installs this header and those of runtime/host that the game contract needs
// beside the libraries.
#pragma once

#include "runtime/host/game/game.h"

#include <memory>
#include <string>
#include <string_view>

namespace tesuji::driver {

struct OpenedGame {
  /// Null if the file cannot be played; then `messages` says why. Owns everything that it needs: a
  /// plugin's library, native code, the thread of the engine `tiers`.
  std::shared_ptr<const runtime::Game> game;
  /// Errors and warnings as `tesuji` prints them, with place, line and carets; or empty.
  std::string messages;
};

/// Opens a rulesheet (.kif, .gdl), IR text, or a plugin (.so). A plugin is already compiled:
/// ignores `engine`. Otherwise `engine` is as for `tesuji simulate --engine`; an unknown one is an
/// error. Throws runtime::LimitReached, and std::system_error if the system has no thread or memory
/// map for it.
[[nodiscard]] OpenedGame open_game(const std::string& path, std::string_view engine = "jit");

}  // namespace tesuji::driver
