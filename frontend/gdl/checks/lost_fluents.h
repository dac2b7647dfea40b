// Finds fluents that get lost in play because rules for `next` are missing: a board whose blank
// cells vanish, or those of one player.
#pragma once

#include "frontend/gdl/checks/played_games.h"
#include "frontend/gdl/gdl_ast.h"

#include <cstddef>
#include <vector>

namespace tesuji::frontend {

struct LostFluent {
  Term fluent;
  std::vector<const Clause*> keeping;  ///< rules for `next` that keep other fluents of its functor
  std::size_t game = 0;                ///< index of the game in which it is first lost
  std::size_t step = 0;                ///< index of the joint move that loses it, from 0
};

/// Returns the first fluent of each functor that was lost by mistake, as far as the evidence shows:
///   - Initially the functor is a *board*: one column has exactly one value for each combination
///     of the other columns' values, and all combinations occur, at least four; or a column
///     contains all roles, at least two.
///   - A combination (a role) that had a fluent before a joint move has none after it, while others
///     have. (Games in several parts clear a board as a whole.) Pieces that are unique initially
///     may leave a place empty when they move to another one.
///   - Rules for `next` keep fluents of this functor (`(<= (next F) (true F) ..)`), but no rule for
///     `next` can apply to this one and this move: its head differs; or a `distinct`, a relation of
///     facts or a fluent about a role excludes it; or it requires another move.
/// Functors such as `on` and `off` are one board, too: rules for `next` derive one from the other
/// with the same arguments, at least three arguments have one initially, and until one is lost,
/// each has exactly one. So a game whose rules explicitly remove cells is not reported. `rulesheet`
/// is normalised and in prefix or infix form; it must outlive the result.
[[nodiscard]] std::vector<LostFluent> lost_fluents(const Rulesheet& rulesheet,
                                                   ir::SymbolTable& symbols,
                                                   const std::vector<PlayedGame>& games);

}  // namespace tesuji::frontend
