// The player that searches a tree of games.
#pragma once

#include "backend/driver/players/tree_player.h"
#include "tools/play/seat.h"

#include <memory>
#include <string>
#include <string_view>

namespace tesuji::tools {

/// `mcts`: Monte-Carlo tree search within the context's limits.
[[nodiscard]] bool is_search_seat(std::string_view description);

/// As make_seat.
[[nodiscard]] std::unique_ptr<Seat> make_search_seat(runtime::Role role, SeatContext& context);

}  // namespace tesuji::tools
