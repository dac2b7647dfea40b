// Interleaves plays of independent subgames to one play of the whole puzzle.
//
// Each plan says what is to be done in one subgame, in order: one of some moves that do the same
// there. Where it says *pass*, time is to pass in that subgame: a move of another plan is made, or,
// where none is left, any move that belongs to no plan. Plans may also be played *in step*: then
// each move is a step of all of them. After the last of them the play goes on, by moves after which
// the goal would still be the wanted one, until the game is over. The search is depth first over
// the order of plans and the choice of such moves; a state is entered once for each progress of the
// plans.
//
// Source: Guenther, Schiffel, Thielscher, Factoring General Games (2009), global from local plans.
#pragma once

#include "runtime/host/puzzles/puzzle.h"

#include <atomic>
#include <cstdint>
#include <optional>
#include <vector>

namespace tesuji::runtime {

/// Moves of the role, one of which is made, ascending; none: a pass. Of plans that are not played
/// in step only one that is alone may pass.
using PlanStep = std::vector<Move>;
using PartialPlan = std::vector<PlanStep>;

struct InterleaveOptions {
  Role role = 0;
  int goal = highest_goal;  ///< that the play is to end with
  std::vector<PartialPlan> plans;
  bool in_step = false;  ///< plans are of one length, and each move is a step of all
  /// Moves of the subgames that the plans are of, ascending: never made in place of a pass.
  std::vector<Move> own_moves;
  std::uint32_t most_moves = 0;  ///< of the play; 0: no limit but the one on steps
  std::uint64_t most_steps = 200'000;
  const std::atomic<bool>* stop = nullptr;
};

/// Nothing where the search finds none, which does not mean that there is none. In `game` every
/// other role has one legal move in every state. Throws LimitReached as the game does.
[[nodiscard]] std::optional<PuzzleLine> interleave(const Game& game,
                                                   const InterleaveOptions& options);

}  // namespace tesuji::runtime
