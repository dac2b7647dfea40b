// Solves puzzles by A*: computes bounds on the moves from a state to a goal from the game's net,
// and searches with them (runtime/host/puzzles/a_star.h).
#pragma once

#include "backend/driver/games/net.h"
#include "backend/proofs/sat/solver.h"
#include "backend/puzzles/puzzle_task.h"
#include "ir/nets/fluent_facts.h"
#include "runtime/host/game/game.h"
#include "runtime/host/puzzles/breadth_first.h"

#include <cstdint>
#include <span>
#include <string>

namespace tesuji::driver {

struct BoundedMoves {
  runtime::MoveBound bound;  ///< empty: no bound is known
  std::string why_not;       ///< then the reason, in words
};

/// Bounds lines that end with one of `goals`, positions in Net::goals
/// (passes/nets/make_goal_costs.h). `game` has the rules of `ground`, and `facts` must hold in
/// every state of every play. If a limit is reached, bounds are weaker, or unknown.
[[nodiscard]] BoundedMoves bound_moves(const GroundGame& ground, const runtime::Game& game,
                                       const ir::FluentFacts& facts,
                                       std::span<const std::uint32_t> goals,
                                       const sat::Limits& limits);

/// `memory_bytes`: for its positions; 0: no limit.
[[nodiscard]] MethodReport solve_a_star(const PuzzleTask& task, std::uint64_t memory_bytes);

}  // namespace tesuji::driver
