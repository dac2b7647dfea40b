// Solves a puzzle by its independent subgames (passes/subgames/subgames.h).
//
// For each goal, highest first, and each of its cases, it solves the puzzles of subgames
// separately, by breadth-first search and by SAT in turns of growing length. It interleaves their
// plans to a play of the whole game, which the game itself checks. If a puzzle has no solution, the
// case has none.
#pragma once

#include "backend/puzzles/puzzle_task.h"

#include <cstdint>

namespace tesuji::driver {

/// `most_gates`: limit for finding subgames. Throws LimitReached as the game does; if stopped,
/// returns the results so far.
[[nodiscard]] MethodReport solve_subgames(const PuzzleTask& task,
                                          std::uint64_t most_gates = 3'000'000);

}  // namespace tesuji::driver
