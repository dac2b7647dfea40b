// Opens a game from a path, for programs that host tesuji. It includes no header of the compiler.
// This header and those of runtime/host that the game contract needs are what `cmake --install`
// puts beside the libraries.
#pragma once

#include "runtime/host/game/game.h"

#include <memory>
#include <string>
#include <string_view>

namespace tesuji::driver {

struct OpenedGame {
  /// Null where the file cannot be played; `messages` says why. Keeps everything that it needs:
  /// a plugin's library, native code, the thread of the engine `tiers`.
  std::shared_ptr<const runtime::Game> game;
  /// Errors and warnings as `tesuji` prints them, with place, line and carets; empty: none.
  std::string messages;
};

/// Opens a rulesheet (.kif, .gdl), IR text, or a plugin (.so), which is compiled already:
/// then `engine` is of no account. Otherwise it is as of `tesuji simulate --engine`; an unknown
/// one is an error. Throws runtime::LimitReached, and std::system_error where the system has no
/// thread or memory map for it.
[[nodiscard]] OpenedGame open_game(const std::string& path, std::string_view engine = "jit");

}  // namespace tesuji::driver
