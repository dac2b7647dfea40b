// A player that plays perfectly as far as memory allows.
#pragma once

#include "backend/driver/load.h"
#include "runtime/host/game/state_space.h"
#include "tools/play/seat.h"

#include <memory>

namespace tesuji::tools {

/// `minimax`: the best outcome, then the shortest win or the longest loss or draw. Where the game
/// is too large for `options.budget`, Decision::fallback says so, and the move comes from
/// alpha-beta search within `search`, to which states are worth their goals, and 0 before the end.
/// It tries perfect play again after 1, 2, 4, .. such moves, since games become smaller as they are
/// played. `game` must outlive the seat. Throws runtime::TurnError where the game is not for it.
[[nodiscard]] std::unique_ptr<Seat> make_minimax_seat(const driver::LoadedGame& game,
                                                      const runtime::StateSpaceOptions& options,
                                                      const runtime::AlphaBetaOptions& search);

/// `the game is too large for 512 MiB`.
[[nodiscard]] std::string too_large(std::size_t budget);

}  // namespace tesuji::tools
