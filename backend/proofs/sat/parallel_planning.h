// Planning as satisfiability in parallel steps: each step makes a set of moves that are independent
// of each other, which may be made in any order.
//
// A puzzle in which pieces are placed, as a sudoku, is solved in a step or two, in the place of as
// many steps as there are moves, each of which could be any of them. Where the game is over between
// two moves of a step depends on their order: the moves of a plan are put in an order in which it
// is not. The plan need not be a shortest one.
//
// Source: Blum and Furst, Fast planning through planning graph analysis (1997); Kautz and Selman,
// Pushing the Envelope (1996); the for-all-step semantics of Rintanen, Heljanko, Niemela, Planning
// as satisfiability: parallel plans and algorithms for plan search (2006).
#pragma once

#include "backend/proofs/sat/planning.h"
#include "ir/nets/move_operators.h"

namespace tesuji::sat {

/// As find_plan(), but PlanningOptions::most_moves is the largest number of steps, the other
/// options for horizons are not used, and nothing is refuted. `operators` are those of the net's
/// one role that chooses; no fluent changes by itself but for a clock that does nothing but end the
/// game (passes/nets/position_fluents.h).
[[nodiscard]] PlanningResult find_parallel_plan(const ir::Net& net, std::size_t roles,
                                                const ir::MoveOperators& operators,
                                                const PlanningOptions& options);

}  // namespace tesuji::sat
