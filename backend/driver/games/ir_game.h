// Checks IR text of games for faults that the verifier accepts.
#pragma once

#include "backend/driver/session.h"

#include <memory>
#include <optional>
#include <string>

namespace tesuji::driver {

/// Reports what the text says of a game and cannot be meant (ir/verify/game_checks.h). The text is
/// read again, as it was written, and is one that load_source has accepted. False where it is of no
/// game.
[[nodiscard]] bool check_ir_game(const std::string& path, Session& session);

/// Why engines of plans cannot play the module as it is, in words; nothing where they can.
[[nodiscard]] std::optional<std::string> why_not_played(const ir::Module& module);

}  // namespace tesuji::driver
