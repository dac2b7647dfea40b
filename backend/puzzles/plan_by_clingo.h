// Solves a puzzle by answer set programs: for each length, shortest first, clingo searches for a
// play that violates the formula "no play ends with the goal".
#pragma once

#include "backend/driver/session.h"
#include "backend/puzzles/puzzle_task.h"

#include <string>

namespace tesuji::driver {

/// For the rulesheet at `path`; ignores `task.ground` and `task.goals`. Throws LimitReached as the
/// game does.
[[nodiscard]] MethodReport plan_by_clingo(const std::string& path, const Session& session,
                                          const PuzzleTask& task);

}  // namespace tesuji::driver
