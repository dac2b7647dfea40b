#include "backend/puzzles/move_bounds.h"

#include "backend/interpreter/goal_cost_evaluator.h"
#include "backend/sat/step_questions.h"
#include "passes/nets/bound_goal_costs.h"
#include "runtime/host/game/fluent_bits.h"

#include <memory>
#include <optional>
#include <utility>

namespace tesuji::driver {

runtime::MoveBound bound_moves(const GroundGame& ground, const runtime::Game& game,
                               const ir::FluentFacts& facts, std::span<const std::uint32_t> goals,
                               const sat::Limits& limits) {
  sat::StepQuestions step(*ground.net, game.roles().size(), facts, limits);
  std::optional<passes::BoundedGoal> bounded = passes::bound_goal_costs(
      *ground.net, facts, goals,
      {[&](auto some, auto other) { return step.never_together(some, other); },
       [&](std::uint32_t from, std::uint32_t to) { return step.never_leads(from, to); }});
  auto places = runtime::find_fluent_bits(game, make_net_tables(ground).fluents);
  if (!bounded || !places) return {};
  auto costs = std::make_shared<const ir::GoalCosts>(std::move(bounded->costs));
  auto evaluator =
      std::make_shared<interpreter::GoalCostEvaluator>(std::move(costs), std::move(*places));
  return [node = bounded->node, evaluator](runtime::StateView state) -> std::uint32_t {
    const ir::Cost cost = evaluator->costs_of(state)[node];
    return cost == ir::never_cost ? runtime::never_reached : cost;
  };
}

}  // namespace tesuji::driver
