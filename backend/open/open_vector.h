// Opens a game as many games side by side with moves that the caller chooses, for programs that
// host tesuji (docs/engines/steps.md). It includes no header of the compiler. `cmake --install`
// puts it beside open_game.h.
#pragma once

#include "runtime/host/steps/game_vector.h"

#include <cstdint>
#include <memory>
#include <string>

namespace tesuji::driver {

/// What vectors of one game are made of; complete in backend/open/vector_game.h.
struct VectorGame;

struct OpenedVector {
  /// Null where the file cannot be played; `messages` says why. Keeps everything that it needs.
  std::shared_ptr<const VectorGame> vectors;
  /// The game itself: its states, moves, roles. Null as `vectors`.
  std::shared_ptr<const runtime::Game> game;
  std::uint32_t lanes = 0;  ///< games in one word; 0: one after the other, and `reason` says why
  std::string reason;
  /// Errors and warnings as `tesuji` prints them, with place, line and carets; empty: none.
  std::string messages;
};

/// Opens a rulesheet (.kif, .gdl), IR text, or a plugin (.so), which plays one game after the
/// other unless it was compiled with `--batch`. `lanes`: 64, 256 or 512, or 0 for the widest words
/// that the processor has; anything else is an error. `joint`: a seat for each role, also where the
/// rules tell whose turn it is. `cache`: the folder in which what is compiled is kept, and looked
/// for (docs/engines/cache.md); empty: none. Throws runtime::LimitReached, and std::system_error
/// where the system has no memory map for it.
[[nodiscard]] OpenedVector open_vector(const std::string& path, std::uint32_t lanes = 0,
                                       bool joint = false, const std::string& cache = {});

/// Games side by side. For any number of callers at once. Throws std::invalid_argument where the
/// game is over before it begins.
[[nodiscard]] std::unique_ptr<runtime::GameVector> make_vector(
    const VectorGame& game, const runtime::VectorOptions& options);

}  // namespace tesuji::driver
