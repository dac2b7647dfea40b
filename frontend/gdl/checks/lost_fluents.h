// Finds fluents that are lost in play because some rules for `next` are missing: a board whose
// blank cells vanish, or those of one player.
#pragma once

#include "frontend/gdl/checks/played_games.h"
#include "frontend/gdl/gdl_ast.h"

#include <cstddef>
#include <vector>

namespace tesuji::frontend {

struct LostFluent {
  Term fluent;
  std::vector<const Clause*> keeping;  ///< rules for `next` that keep others of its functor
  std::size_t game = 0;                ///< in which it is first lost
  std::size_t step = 0;                ///< by this joint move, counted from 0
};

/// The first fluent of each functor that was lost by mistake, as far as the evidence goes:
///   - Initially the functor is a *board*: one column has one value for each combination of what
///     stands in the others, and there are all combinations, at least four, and never others; or a
///     column has all the roles, two at least.
///   - Such a combination (a role) that had a fluent before a joint move has none after it, while
///     others have. (Games in several parts clear a board as a whole.) Pieces of which there is one
///     each initially may leave a place empty when they move to another one.
///   - Rules for `next` keep fluents of this functor (`(<= (next F) (true F) ..)`), but no rule for
///     `next` can be about this one and this move: the head is another one, or a `distinct`, a
///     relation of facts or a fluent about a role excludes it, or it asks for another move.
/// Functors such as `on` and `off` are one board, too: rules for `next` make one of the other with
/// the same arguments, at least three arguments have one initially, and until one is lost, each has
/// just one.
/// So a game in which cells are taken away by rules that say so is none of these. `rulesheet` is
/// normalised and in prefix or infix form; it must outlive the result.
[[nodiscard]] std::vector<LostFluent> lost_fluents(const Rulesheet& rulesheet,
                                                   ir::SymbolTable& symbols,
                                                   const std::vector<PlayedGame>& games);

}  // namespace tesuji::frontend
