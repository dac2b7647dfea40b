// Solves a puzzle by answer set programs: clingo looks for a play of each length in which the
// formula fails that no play ends with the goal, the shortest first.
#pragma once

#include "backend/driver/session.h"
#include "backend/puzzles/puzzle_task.h"

#include <string>

namespace tesuji::driver {

/// Of the rulesheet at `path`; `task.ground` and `task.goals` are not read. Throws LimitReached as
/// the game does.
[[nodiscard]] MethodReport plan_by_clingo(const std::string& path, const Session& session,
                                          const PuzzleTask& task);

}  // namespace tesuji::driver
