// Finds fluents that vanish for good in play, because no rule for `next` keeps them: a score that
// is lost with the first move that does not score.
#pragma once

#include "frontend/gdl/checks/played_games.h"
#include "frontend/gdl/gdl_ast.h"

#include <cstddef>
#include <optional>
#include <vector>

namespace tesuji::frontend {

/// The fluents of a functor, or those of them with a given constant in one column.
struct FluentGroup {
  FluentForm form;
  std::optional<std::size_t> column;
  ir::Symbol constant = ir::no_symbol;  ///< in that column
};

struct VanishedFluent {
  Term fluent;  ///< one of those that held
  FluentGroup group;
  std::vector<const Clause*> rules;  ///< for `next`, which give its successor in other cases
  std::size_t game = 0;              ///< index of the game in which the group first vanishes
  std::size_t step = 0;              ///< index of the joint move that removes it, from 0
};

/// Returns groups of fluents with arguments that held initially and vanished by mistake, as far as
/// the evidence shows:
///   - They can never come back: every rule for `next` that derives one needs one that held,
///     directly or through the needs of its positive literals.
///   - Other rules read them.
///   - In a game some held before a joint move, none after it, and the game continued.
///   - No rule intended it. For each fluent that held, consider the rules that are *about* it: the
///     rules that keep it (`(<= (next F) (true F) ..)`) or derive another of the group from it
///     (`(<= (next (score ?m)) (true (score ?n)) ..)`). At least one of them does not cover the
///     move: it is for the turn of a role that had no choice, or a fluent about a role says so, or
///     it is for other moves or their effects. And none of them *means* the end. A rule does if it
///     would keep the fluent but for moves that a role chose; if a relation of facts has no more
///     rows for the fluent (a counter at its end), or `distinct` or a fluent of the state excludes
///     it; or if it is for this move and a negation may exclude it.
///
/// Returns the first loss of each group, except groups within a functor that vanished. `rulesheet`
/// is normalised and in prefix or infix form; it must outlive the result.
[[nodiscard]] std::vector<VanishedFluent> vanished_fluents(const Rulesheet& rulesheet,
                                                           ir::SymbolTable& symbols,
                                                           const std::vector<PlayedGame>& games);

}  // namespace tesuji::frontend
