// Restricts the moves of playouts to those that a one-ply search leaves: a role that can win at
// once does, and otherwise makes no move to which the reply wins at once for its role alone, if it
// can help it.
//
//   before:  legal legal.drop(1) = a          (white drops into a column that is not full)
//   after:   legal legal.drop(1) = and(a, or(win.drop(1), and(not win, safe.drop(1))))
//
// `win.drop(1)` is the net's goal and terminal with the net's next state in the place of its
// fluents, where the next state is that after this move. Hence it needs no search: lines through
// the new piece remain of the goal, since a state in which moves are made has no complete line.
// `safe.drop(1)` is the same substitution once more, into the win of the role that moves next.
//
// A reply counts as a loss whatever the mover gets by it, so that goals should conflict.
//
// The result is not the game: it is what playouts play. Its legal moves are a nonempty subset of
// the game's wherever these are nonempty, and all other answers are the same.
//
// Source: Teytaud and Teytaud, On the Huge Benefit of Decisive Moves in Monte-Carlo Tree Search
// Algorithms (2010); the names decisive and anti-decisive are theirs.
#pragma once

#include "ir/nets/net.h"
#include "passes/lanes/lane_steps.h"

#include <cstdint>
#include <optional>
#include <span>

namespace tesuji::passes {

struct TacticLimits {
  bool replies = true;               ///< also avoid moves to which a reply wins at once
  std::uint64_t gates = 200'000;     ///< that may be created
  std::uint64_t work = 400'000'000;  ///< nodes visited by all substitutions together
};

/// Returns the net with restricted legal moves; nullopt beyond the limits, or if no role of any
/// turn can win at once. `turns`: from find_turns; without turns there are no tactics, because the
/// state after a move depends on the other roles' moves. `best_goals`: by role, the position in
/// Net::goals of the goal that it wants to reach, or no_id. `net` answers all questions except
/// percepts.
[[nodiscard]] std::optional<ir::Net> make_tactical(const ir::Net& net,
                                                   std::span<const LaneTurn> turns,
                                                   std::span<const std::uint32_t> best_goals,
                                                   const TacticLimits& limits = {});

}  // namespace tesuji::passes
