// A player that plays perfectly as far as memory allows.
#pragma once

#include "backend/driver/load.h"
#include "runtime/host/game/state_space.h"
#include "tools/play/seat.h"

#include <memory>

namespace tesuji::tools {

/// `minimax`: makes the move with the best outcome, then the shortest win or the longest loss or
/// draw. If the game is too large for `options.budget`, Decision::fallback says so, and the move
/// comes from alpha-beta search within `search`, in which terminal states have their goals as
/// values, and others 0. It tries perfect play again after 1, 2, 4, .. such moves, because games
/// become smaller as they are played. `game` must outlive the seat. Throws runtime::TurnError if
/// the game is not suitable.
[[nodiscard]] std::unique_ptr<Seat> make_minimax_seat(const driver::LoadedGame& game,
                                                      const runtime::StateSpaceOptions& options,
                                                      const runtime::AlphaBetaOptions& search);

/// Returns `the game is too large for 512 MiB`.
[[nodiscard]] std::string too_large(std::size_t budget);

}  // namespace tesuji::tools
