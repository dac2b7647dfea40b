// Players that search with an evaluation function: of logical features, or of the game's goal.
#pragma once

#include "tools/play/seat.h"

#include <memory>
#include <string>
#include <string_view>

namespace tesuji::tools {

/// `greedy:FILE` (the best next state) or `alpha-beta:FILE`, FILE being weights of `tesuji fit`, or
/// `goal`: the features of the game's goal (goal_players.h).
[[nodiscard]] bool is_evaluation_seat(std::string_view description);

/// As make_seat.
[[nodiscard]] std::unique_ptr<Seat> make_evaluation_seat(const std::string& description,
                                                         SeatContext& context);

}  // namespace tesuji::tools
