// Finds fluents that vanish in play for good, because no rule for `next` keeps them: a score that
// is gone with the first move that does not score.
#pragma once

#include "frontend/gdl/checks/played_games.h"
#include "frontend/gdl/gdl_ast.h"

#include <cstddef>
#include <optional>
#include <vector>

namespace tesuji::frontend {

/// What has the functor of a fluent, or of these what has one constant in one column.
struct FluentGroup {
  FluentForm form;
  std::optional<std::size_t> column;
  ir::Symbol constant = ir::no_symbol;  ///< in that column
};

struct VanishedFluent {
  Term fluent;  ///< one of those that held
  FluentGroup group;
  std::vector<const Clause*> rules;  ///< for `next`, which say what becomes of it in other cases
  std::size_t game = 0;              ///< in which the group first vanishes
  std::size_t step = 0;              ///< by this joint move, counted from 0
};

/// Groups of fluents with arguments that held initially and vanish by mistake, as far as the
/// evidence goes:
///   - They can never come back: every rule for `next` that gives one needs one that held, directly
///     or by what its positive literals need.
///   - Something else than these rules reads them.
///   - In a game some held before a joint move, none did after it, and the game went on.
///   - Nobody meant it. Of each fluent that held, the rules that are *about* it are looked at:
///   those
///     that keep it (`(<= (next F) (true F) ..)`) or make another of the group of it (`(<= (next
///     (score ?m)) (true (score ?n)) ..)`). One of them at least does not see to the move: it is
///     for when it is the turn of a role that had no choice, or a fluent about a role says so, or
///     for other moves or what these bring about. And none of them *means* the end. It does where
///     it would keep the fluent but for moves that a role chose; where a relation of facts has no
///     more rows for the fluent (a counter at its end), or `distinct` or a fluent of the state
///     excludes it; or where it is for this move and a negation may exclude it.
///
/// The first loss of each group; not those of a group within a functor that vanished.
/// `rulesheet` is normalised and in prefix or infix form; it must outlive the result.
[[nodiscard]] std::vector<VanishedFluent> vanished_fluents(const Rulesheet& rulesheet,
                                                           ir::SymbolTable& symbols,
                                                           const std::vector<PlayedGame>& games);

}  // namespace tesuji::frontend
