// Reads and writes solutions in files: `solve --save` and `--solution`.
#pragma once

#include "backend/driver/session.h"
#include "runtime/host/search/minimax.h"

#include <string>

namespace tesuji::tools {

/// Writes the solution of all that can be reached from the game's initial state, atomically.
/// Reports and returns false if that fails. Throws what runtime::save_solution throws.
[[nodiscard]] bool write_solution(const std::string& path, const std::string& game_path,
                                  const runtime::Game& game, runtime::Minimax& minimax,
                                  driver::Session& session);

/// Loads the file's solution into `minimax`. Reports (codes "io" and "solution", with the file's
/// name) and returns false if it is not a solution of the game. Throws runtime::BudgetExceeded.
[[nodiscard]] bool read_solution(const std::string& path, const std::string& game_path,
                                 const runtime::Game& game, runtime::Minimax& minimax,
                                 driver::Session& session);

}  // namespace tesuji::tools
