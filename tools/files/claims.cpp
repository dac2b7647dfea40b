#include "tools/files/claims.h"

#include "frontend/strategy/strategy_parser.h"
#include "ir/core/counted.h"
#include "runtime/host/search/survey.h"

#include <fmt/format.h>

namespace tesuji::tools {

ClaimCheck check_claims(const runtime::Game& game, runtime::Minimax& minimax,
                        const runtime::Strategy& strategy, std::span<const runtime::State> boards,
                        runtime::Role role, const runtime::StateSpaceOptions& options,
                        std::size_t most) {
  ClaimCheck check;
  check.role = game.roles()[role];
  const auto memory = strategy.make_memory(options);
  minimax.visit({boards.begin(), boards.end()}, [&](const runtime::SolvedState& solved) {
    if (solved.mover != role) return;
    if (++check.states > most) throw runtime::LimitReached("too many states to check claims");
    const auto choice = strategy.choose(solved.state, *memory);
    if (!choice) return;
    const std::string name(choice->name);
    const auto outcome = frontend::outcome_of(name);
    if (!outcome) return;
    ClaimCheck::Counts& counts = check.predicates[name];
    ++counts.states;
    const bool win = outcome->kind == frontend::Outcome::Kind::win;
    if (runtime::points(solved.value.margin) != (win ? 2 : 1)) ++counts.wrong;
  });
  return check;
}

std::string claims_text(const std::optional<ClaimCheck>& check) {
  if (!check) {
    return "Each sentence is what clauses claim, right or wrong: `tesuji regret` checks them.\n";
  }
  return fmt::format(
      "Each sentence is what clauses claim. Compared with perfect play in {} in which {} moves:\n",
      ir::counted(check->states, "state"), check->role);
}

std::string claim_text(const std::optional<ClaimCheck>& check, const std::string& predicate) {
  if (!check || !frontend::outcome_of(predicate)) return {};
  const auto found = check->predicates.find(predicate);
  if (found == check->predicates.end()) return " (never chooses a move)";
  const auto& [states, wrong] = found->second;
  if (wrong == 0)
    return fmt::format(" (right wherever it moves: {})", ir::counted(states, "state"));
  return fmt::format(" (wrong in {} of {} in which it moves)", wrong, ir::counted(states, "state"));
}

}  // namespace tesuji::tools
