// Interleaves plays of independent subgames into one play of the whole puzzle.
//
// A plan lists the steps of one subgame in order; a step is a set of moves with the same effect
// there. A *pass* step means that time must pass in that subgame: a move of another plan is made,
// or, if no plan has one left, any move that belongs to no plan. Plans may also be played *in
// step*: then each move is a step of all of them. After the last step the play continues, with
// moves after which the goal would still be the wanted one, until the game is over. The search is
// depth first over the order of plans and the choice of moves; it enters a state once for each
// progress of the plans.
//
// Source: Guenther, Schiffel, Thielscher, Factoring General Games (2009), global from local plans.
#pragma once

#include "runtime/host/puzzles/puzzle.h"

#include <atomic>
#include <cstdint>
#include <optional>
#include <vector>

namespace tesuji::runtime {

/// Moves of the role, one of which is made, ascending; empty: a pass. If plans are not played in
/// step, only a single plan may pass.
using PlanStep = std::vector<Move>;
using PartialPlan = std::vector<PlanStep>;

struct InterleaveOptions {
  Role role = 0;
  int goal = highest_goal;  ///< the goal that the play must end with
  std::vector<PartialPlan> plans;
  bool in_step = false;  ///< plans have the same length, and each move is a step of all
  /// All moves of the plans' subgames, ascending: never made in place of a pass.
  std::vector<Move> own_moves;
  std::uint32_t most_moves = 0;  ///< of the play; 0: no limit but the one on steps
  std::uint64_t most_steps = 200'000;
  const std::atomic<bool>* stop = nullptr;
};

/// Returns nothing if the search finds no play, which does not prove that none exists. In `game`
/// every other role must have one legal move in every state. Throws LimitReached as the game does.
[[nodiscard]] std::optional<PuzzleLine> interleave(const Game& game,
                                                   const InterleaveOptions& options);

}  // namespace tesuji::runtime
