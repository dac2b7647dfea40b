// Compiles a strategy and a game's net to one program over lanes (lane_strategy.h).
//
//   before:  win_1(A,B) :- move(A,B), won(B).
//            legal legal.mark(o, 1) = x   next true.cell(1, o) = y   terminal = z ..
//   after:   win_1 by mark(1) = and(x, z', goal'), .. by mark(2) = ..    ' with cell(1) set
//            predicate, move = the first of these that holds
//
// States after a move are the net's fluents as functions of those before: the net is put in the
// place of its own inputs, once for each move, so that what is asked of a state some moves later is
// a function of the state itself. States that several orders of moves lead to are made once, as far
// as they come out as the same signals; nothing is looked up while it runs. That grows with the
// moves to the power of the depth: for strategies of a few moves' depth on small boards.
#pragma once

#include "ir/module/proc_program.h"
#include "ir/nets/lane_strategy.h"
#include "ir/nets/net.h"
#include "passes/lanes/lane_positions.h"

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace tesuji::passes {

struct StrategyLaneLimits {
  std::uint64_t gates = 200'000;  ///< of each program, before they are covered by tables
  /// Ways to a solution of a proc: its clauses, and for each those of what it calls.
  std::size_t elements = 256;
};

/// Procs whose every solution is one move away are for lanes: clauses that call `move` or such a
/// proc once, and for the rest test that state and the one after the move. `order`: of execution.
/// `goal_values`: by Net::goals, -1 where it is no number. Nothing, and `reason`, for other procs,
/// where the rules do not say of a state by its own whose turn it is in the next, and beyond the
/// limits.
[[nodiscard]] std::optional<ir::LaneStrategy> make_strategy_lanes(
    const ir::Net& net, const NetTurns& turns, const std::vector<int>& goal_values,
    const ir::ProcProgram& procs, std::span<const std::uint32_t> order,
    const StrategyLaneLimits& limits, std::string& reason);

}  // namespace tesuji::passes
