// Identifies the game that a saved solution belongs to.
#pragma once

#include "backend/driver/session.h"
#include "runtime/host/game/game.h"

#include <cstdint>
#include <optional>
#include <string>

namespace tesuji::driver {

/// For runtime::save_solution and load_solution: the fingerprint of the game as it plays, with
/// the rulesheet's text, as `convert` prints it, hashed into it: comments and layout do not matter,
/// any rule does. Of IR text and plugins all bytes of the file count. `path` is where the game was
/// loaded from; reports what is wrong with it, as where it is standard input (code "usage"), which
/// cannot be read twice. Throws runtime::LimitReached.
[[nodiscard]] std::optional<std::uint64_t> solution_fingerprint(const std::string& path,
                                                                const runtime::Game& game,
                                                                Session& session);

}  // namespace tesuji::driver
