// Lets a person enter moves at the terminal.
#pragma once

#include "tools/play/seat.h"

#include <memory>

namespace tesuji::tools {

/// Prompts on standard error, reads standard input: a move's name, with or without its outer
/// parentheses, or its number in the list. `l` lists the moves, the beginning of a name those that
/// begin so; `?` gives a hint, `u` takes the last move back, `q` quits, as the end of input does.
/// If a move has such a name, the name has precedence; `:l`, `:u`, `:q` are then the commands. The
/// context must outlive it.
[[nodiscard]] std::unique_ptr<Seat> make_human_seat(runtime::Role role, const SeatContext& context);

}  // namespace tesuji::tools
