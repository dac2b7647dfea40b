// Solves a puzzle by planning as satisfiability (backend/proofs/sat/planning.h): for part of the
// time in parallel steps, then move by move, using only one order of commuting moves.
#pragma once

#include "backend/puzzles/puzzle_task.h"

namespace tesuji::driver {

/// Throws LimitReached as the game does.
[[nodiscard]] MethodReport plan_by_sat(const PuzzleTask& task);

}  // namespace tesuji::driver
