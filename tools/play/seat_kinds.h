// Declares the players with files of their own: search_seat.cpp, minimax_seat.cpp, human_seat.cpp,
// remote_seat.cpp.
//
// make_seat (seat.h) chooses among them and those of seat.cpp.
#pragma once

#include "backend/driver/load.h"
#include "backend/players/tree_player.h"
#include "runtime/host/game/state_space.h"
#include "tools/play/seat.h"

#include <memory>
#include <string>
#include <string_view>

namespace tesuji::tools {

// Monte-Carlo tree search.

/// `mcts`: Monte-Carlo tree search within the context's limits; or `mcts:NAME=VALUE,..`, with
/// settings of its own.
[[nodiscard]] bool is_search_seat(std::string_view description);

/// Returns what is wrong with the settings of such a description; empty if nothing is.
[[nodiscard]] std::string check_search_seat(std::string_view description);

/// As make_seat.
[[nodiscard]] std::unique_ptr<Seat> make_search_seat(const std::string& description,
                                                     runtime::Role role, SeatContext& context);

// Perfect play, as far as memory allows.

/// `minimax`: makes the move with the best outcome, then the shortest win or the longest loss or
/// draw. If the game is too large for `options.budget`, Decision::fallback says so, and the move
/// comes from alpha-beta search within `search`, in which terminal states have their goals as
/// values, and others 0. It tries perfect play again after 1, 2, 4, .. such moves, because games
/// become smaller as they are played. `game` must outlive the seat. Throws runtime::TurnError if
/// the game is not suitable.
[[nodiscard]] std::unique_ptr<Seat> make_minimax_seat(const driver::LoadedGame& game,
                                                      runtime::Role role,
                                                      const runtime::StateSpaceOptions& options,
                                                      const runtime::AlphaBetaOptions& search);

/// Returns `the game is too large for 512 MiB`.
[[nodiscard]] std::string too_large(std::size_t budget);

// A person at the terminal.

/// Prompts on standard error, reads standard input: a move's name, with or without its outer
/// parentheses, or its number in the list. `l` lists the moves, the beginning of a name those that
/// begin so; `?` gives a hint, `u` takes the last move back, `q` quits, as the end of input does.
/// If a move has such a name, the name has precedence; `:l`, `:u`, `:q` are then the commands. The
/// context must outlive it.
[[nodiscard]] std::unique_ptr<Seat> make_human_seat(runtime::Role role, const SeatContext& context);

// A player behind the general game playing protocol over HTTP.

/// `http://HOST:PORT`.
[[nodiscard]] bool is_remote_seat(std::string_view description);

/// Returns what is wrong with such a description; empty if nothing is.
[[nodiscard]] std::string check_remote_seat(std::string_view description);

/// As make_seat. Tells the player everything that a game server tells it, and waits as long:
/// docs/playing.md. If it gives no legal move in time, a random one replaces it.
[[nodiscard]] std::unique_ptr<Seat> make_remote_seat(const std::string& description,
                                                     runtime::Role role, SeatContext& context);

}  // namespace tesuji::tools
