// Players that search with an evaluation function of logical features.
#pragma once

#include "tools/play/seat.h"

#include <memory>
#include <string>
#include <string_view>

namespace tesuji::tools {

/// `greedy:FILE` (the best next state) or `alpha-beta:FILE`, FILE being weights of `tesuji fit`.
[[nodiscard]] bool is_evaluation_seat(std::string_view description);

/// As make_seat.
[[nodiscard]] std::unique_ptr<Seat> make_evaluation_seat(const std::string& description,
                                                         SeatContext& context);

}  // namespace tesuji::tools
