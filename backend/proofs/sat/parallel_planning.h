// Plans by satisfiability in parallel steps: each step makes a set of mutually independent moves,
// which may be made in any order.
//
// A puzzle in which pieces are placed, such as a sudoku, is solved in one or two steps, instead of
// as many steps as moves, each of which could be any move. The order of a step's moves determines
// whether the game ends between two of them; the plan puts them in an order in which it does not.
// The plan need not be a shortest one.
//
// Source: Blum and Furst, Fast planning through planning graph analysis (1997); Kautz and Selman,
// Pushing the Envelope (1996); the for-all-step semantics of Rintanen, Heljanko, Niemela, Planning
// as satisfiability: parallel plans and algorithms for plan search (2006).
#pragma once

#include "backend/proofs/sat/planning.h"
#include "ir/nets/move_operators.h"

namespace tesuji::sat {

/// Like find_plan(), but PlanningOptions::most_moves limits the steps, the other horizon options
/// are ignored, and nothing is refuted. `operators`: those of the net's only role that chooses. No
/// fluent may change by itself except for a clock that only ends the game
/// (passes/nets/position_fluents.h).
[[nodiscard]] PlanningResult find_parallel_plan(const ir::Net& net, std::size_t roles,
                                                const ir::MoveOperators& operators,
                                                const PlanningOptions& options);

}  // namespace tesuji::sat
