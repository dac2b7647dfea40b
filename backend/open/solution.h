// Identifies the game to which a saved solution belongs.
#pragma once

#include "backend/driver/session.h"
#include "runtime/host/game/game.h"

#include <cstdint>
#include <optional>
#include <string>

namespace tesuji::driver {

/// Returns the fingerprint for runtime::save_solution and load_solution: that of the game as it
/// plays, hashed with the rulesheet's text as `convert` prints it: comments and layout do not
/// matter, every rule does. For IR text and plugins, all bytes of the file count. `path`: the file
/// from which the game was loaded. Reports errors, for example if it is standard input (code
/// "usage"), which cannot be read twice. Throws runtime::LimitReached.
[[nodiscard]] std::optional<std::uint64_t> solution_fingerprint(const std::string& path,
                                                                const runtime::Game& game,
                                                                Session& session);

}  // namespace tesuji::driver
