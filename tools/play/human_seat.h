// A player who enters moves at the terminal.
#pragma once

#include "tools/play/seat.h"

#include <memory>

namespace tesuji::tools {

/// Asks on standard error, reads standard input: a move's name, with or without its outer
/// parentheses, or its number in the list. `l` lists the moves, the beginning of a name those that
/// begin so; `?` gives a hint, `u` takes the last move back, `q` leaves, as the end of input does.
/// A move of such a name comes first; then `:l`, `:u`, `:q` are meant. The context must outlive it.
[[nodiscard]] std::unique_ptr<Seat> make_human_seat(runtime::Role role, const SeatContext& context);

}  // namespace tesuji::tools
