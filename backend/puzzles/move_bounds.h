// Bounds the moves from a state of a game to a goal, from the game's net.
#pragma once

#include "backend/driver/games/net.h"
#include "backend/proofs/sat/solver.h"
#include "ir/nets/fluent_facts.h"
#include "runtime/host/game/game.h"
#include "runtime/host/puzzles/breadth_first.h"

#include <cstdint>
#include <span>
#include <string>

namespace tesuji::driver {

struct BoundedMoves {
  runtime::MoveBound bound;  ///< empty: no bound is known
  std::string why_not;       ///< then in words
};

/// Of lines that end with one of `goals`, positions in Net::goals (passes/nets/bound_goal_costs.h).
/// `game` has the rules of `ground`, and `facts` hold in every state of every play. Where a limit
/// is reached, bounds are lower, or unknown.
[[nodiscard]] BoundedMoves bound_moves(const GroundGame& ground, const runtime::Game& game,
                                       const ir::FluentFacts& facts,
                                       std::span<const std::uint32_t> goals,
                                       const sat::Limits& limits);

}  // namespace tesuji::driver
