// Plays by searching a tree of games.
#pragma once

#include "backend/players/tree_player.h"
#include "tools/play/seat.h"

#include <memory>
#include <string>
#include <string_view>

namespace tesuji::tools {

/// `mcts`: Monte-Carlo tree search within the context's limits; or `mcts:NAME=VALUE,..`, with
/// settings of its own.
[[nodiscard]] bool is_search_seat(std::string_view description);

/// Returns what is wrong with the settings of such a description; empty if nothing is.
[[nodiscard]] std::string check_search_seat(std::string_view description);

/// As make_seat.
[[nodiscard]] std::unique_ptr<Seat> make_search_seat(const std::string& description,
                                                     runtime::Role role, SeatContext& context);

}  // namespace tesuji::tools
