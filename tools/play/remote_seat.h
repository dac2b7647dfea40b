// Plays by messages of the general game playing protocol over HTTP: an external player.
#pragma once

#include "tools/play/seat.h"

#include <memory>
#include <string>
#include <string_view>

namespace tesuji::tools {

/// `http://HOST:PORT`.
[[nodiscard]] bool is_remote_seat(std::string_view description);

/// Returns what is wrong with such a description; empty if nothing is.
[[nodiscard]] std::string check_remote_seat(std::string_view description);

/// As make_seat. Tells the player everything that a game server tells it, and waits as long:
/// docs/playing.md. If it gives no legal move in time, a random one replaces it.
[[nodiscard]] std::unique_ptr<Seat> make_remote_seat(const std::string& description,
                                                     runtime::Role role, SeatContext& context);

}  // namespace tesuji::tools
