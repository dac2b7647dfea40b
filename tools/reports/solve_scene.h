// Solves a game, or states of it, for a report (solve_report.h).
#pragma once

#include "backend/driver/load.h"
#include "runtime/host/search/minimax.h"
#include "tools/files/state_list.h"
#include "tools/reports/solve_report.h"

#include <atomic>
#include <string>
#include <vector>

namespace tesuji::tools {

// All functions throw what Minimax throws, and runtime::Stopped if its space was stopped.

/// Solves listed states: sets the scene's lines and faults.
void solve_listed(SolveScene& scene, const std::vector<ListedState>& states,
                  runtime::Minimax& minimax);

/// Solves the game from its initial state: sets the scene's survey, seconds, faults and best play.
void solve_whole(SolveScene& scene, runtime::Minimax& minimax);

/// Returns the states after a move of each role. `stop` may be null.
[[nodiscard]] std::vector<runtime::State> own_boards(const driver::LoadedGame& loaded,
                                                     const std::atomic<bool>* stop);

/// Keeps one of each class of symmetric boards, and stores them in `boards`. `loaded` must have
/// been loaded from `path` with these options. Warns (code "symmetry") if the symmetries are
/// unknown.
void take_symmetric(SolvedBoards& solved, std::vector<runtime::State>& boards,
                    const driver::LoadedGame& loaded, const std::string& path,
                    const driver::Options& options, const std::atomic<bool>* stop,
                    driver::Session& session);

/// Computes values and regrets of the boards, and sets the scene's boards, unless no role can move
/// in the initial state.
void solve_boards(SolveScene& scene, SolvedBoards solved, std::vector<runtime::State> boards,
                  runtime::Minimax& minimax);

}  // namespace tesuji::tools
