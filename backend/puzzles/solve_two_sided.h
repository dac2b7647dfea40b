// Solves a puzzle by search from both ends (runtime/host/puzzles/two_sided_search.h).
//
// The states with the goal are those that its formula and the facts of all states leave, where they
// are few; and the solver proves that every move is undone by one. Where the goal reads the number
// of moves (a clock that positions' moves do not read), each number at which it can be reached is a
// search of its own, the smallest first. Where a clock does nothing but end the game, one search
// covers all plays that end before, and a play that it ends is looked for where goals are left that
// only its end has.
#pragma once

#include "backend/puzzles/puzzle_task.h"

namespace tesuji::driver {

/// Throws LimitReached as the game does; stopped, what is known by then.
[[nodiscard]] MethodReport solve_two_sided(const PuzzleTask& task, std::uint64_t memory_bytes);

}  // namespace tesuji::driver
