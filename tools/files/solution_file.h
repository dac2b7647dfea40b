// Reads and writes solutions in files: `solve --save` and `--solution`.
#pragma once

#include "backend/driver/session.h"
#include "runtime/host/search/minimax.h"

#include <string>

namespace tesuji::tools {

/// Writes the solution of what can be reached from the game's initial state, whole or not at all.
/// Reports and returns false where that fails. Throws what runtime::save_solution throws.
[[nodiscard]] bool write_solution(const std::string& path, const std::string& game_path,
                                  const runtime::Game& game, runtime::Minimax& minimax,
                                  driver::Session& session);

/// Makes `minimax` know what the file says. Reports (codes "io" and "solution", with the file's
/// name) and returns false where it is no solution of the game. Throws runtime::BudgetExceeded.
[[nodiscard]] bool read_solution(const std::string& path, const std::string& game_path,
                                 const runtime::Game& game, runtime::Minimax& minimax,
                                 driver::Session& session);

}  // namespace tesuji::tools
