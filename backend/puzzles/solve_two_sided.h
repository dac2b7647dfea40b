// Solves a puzzle by search from both ends (runtime/host/puzzles/two_sided_search.h).
//
// The goal states are those that satisfy the goal's formula and the facts about all states, if they
// are few; and the solver must prove that some move undoes each move. If the goal reads the number
// of moves (a clock that the moves of positions do not read), each number at which the goal can be
// reached is a separate search, smallest first. If a clock only ends the game, one search covers
// all plays that end before; plays that the clock ends are searched for only if some
// goals occur only at its end.
#pragma once

#include "backend/puzzles/puzzle_task.h"

namespace tesuji::driver {

/// Throws LimitReached as the game does; if stopped, returns the results so far.
[[nodiscard]] MethodReport solve_two_sided(const PuzzleTask& task, std::uint64_t memory_bytes);

}  // namespace tesuji::driver
