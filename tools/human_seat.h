// A person at the terminal.
#pragma once

#include "tools/seat.h"

#include <memory>
#include <string>

namespace tesuji::tools {

/// Asks on standard error, reads standard input: a move's number in the list that
/// is shown, or its name. Leaves at the end of input.
[[nodiscard]] std::unique_ptr<Seat> make_human_seat(const runtime::Game& game, std::string role);

}  // namespace tesuji::tools
