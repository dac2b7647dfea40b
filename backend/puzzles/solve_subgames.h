// Solves a puzzle by its independent subgames (passes/subgames/subgames.h).
//
// For each goal, the highest first, and each of its cases: the puzzles of subgames are solved one
// by one, by breadth-first search and by SAT in turns of growing length, and their plans are
// interleaved to a play of the whole game, which the game itself checks. Where a puzzle has no
// solution, the case has none.
#pragma once

#include "backend/puzzles/puzzle_task.h"

#include <cstdint>

namespace tesuji::driver {

/// `most_gates`: to find subgames. Throws LimitReached as the game does; stopped, what is known by
/// then.
[[nodiscard]] MethodReport solve_subgames(const PuzzleTask& task,
                                          std::uint64_t most_gates = 3'000'000);

}  // namespace tesuji::driver
