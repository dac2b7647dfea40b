// Opens a game as many parallel games with moves that the caller chooses, for programs that embed
// tesuji (docs/engines/steps.md). Includes no header of the compiler. `cmake --install` installs it
// beside open_game.h.
#pragma once

#include "runtime/host/steps/game_vector.h"

#include <cstdint>
#include <memory>
#include <string>

namespace tesuji::driver {

/// The game from which vectors are made; complete in backend/open/vector_game.h.
struct VectorGame;

struct OpenedVector {
  /// Null if the file cannot be played; then `messages` says why. Owns everything that it needs.
  std::shared_ptr<const VectorGame> vectors;
  /// The game itself: its states, moves, roles. Null if `vectors` is.
  std::shared_ptr<const runtime::Game> game;
  std::uint32_t lanes = 0;  ///< games in one word; 0: one after the other, and `reason` says why
  std::string reason;
  /// Errors and warnings as `tesuji` prints them, with place, line and carets; or empty.
  std::string messages;
};

/// Opens a rulesheet (.kif, .gdl), IR text, or a plugin (.so), which plays one game after the other
/// unless it was compiled with `--batch`. `lanes`: 64, 256 or 512, or 0 for the widest words of the
/// processor; anything else is an error. `joint`: a seat for each role, even if the rules define
/// whose turn it is. `cache`: the folder in which compiled code is stored and looked up
/// (docs/engines/cache.md); empty: none. Throws runtime::LimitReached, and std::system_error if the
/// system has no memory map for it.
[[nodiscard]] OpenedVector open_vector(const std::string& path, std::uint32_t lanes = 0,
                                       bool joint = false, const std::string& cache = {});

/// Creates parallel games. Thread-safe. Throws std::invalid_argument if the game is over before it
/// begins.
[[nodiscard]] std::unique_ptr<runtime::GameVector> make_vector(
    const VectorGame& game, const runtime::VectorOptions& options);

}  // namespace tesuji::driver
