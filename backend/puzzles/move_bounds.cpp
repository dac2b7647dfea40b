#include "backend/puzzles/move_bounds.h"

#include "backend/interpreter/goal_cost_evaluator.h"
#include "backend/proofs/sat/gates.h"
#include "backend/proofs/sat/step_questions.h"
#include "passes/nets/bound_goal_costs.h"
#include "runtime/host/game/fluent_bits.h"

#include <chrono>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

namespace tesuji::driver {

namespace {

/// The first half of the time that is left.
sat::Limits half_of(sat::Limits limits) {
  const auto now = std::chrono::steady_clock::now();
  if (limits.deadline) limits.deadline = now + (*limits.deadline - now) / 2;
  return limits;
}

std::optional<passes::BoundedGoal> bounded_goal(const GroundGame& ground, std::size_t roles,
                                                const ir::FluentFacts& facts,
                                                std::span<const std::uint32_t> goals,
                                                const sat::Limits& limits) {
  // Distances come first, and are not to take the time of what may be added.
  sat::StepQuestions leads(*ground.net, roles, facts, half_of(limits));
  sat::StepQuestions together(*ground.net, roles, facts, limits);
  return passes::bound_goal_costs(
      *ground.net, facts, goals,
      {[&](auto some, auto other) { return together.never_together(some, other); },
       [&](std::uint32_t from, std::vector<std::uint32_t> to) {
         return leads.may_follow(from, std::move(to));
       }});
}

}  // namespace

BoundedMoves bound_moves(const GroundGame& ground, const runtime::Game& game,
                         const ir::FluentFacts& facts, std::span<const std::uint32_t> goals,
                         const sat::Limits& limits) {
  auto places = runtime::find_fluent_bits(game, make_net_tables(ground).fluents);
  if (!places) return {{}, "the game's states have no bits for the net's fluents"};
  std::optional<passes::BoundedGoal> bounded;
  try {
    bounded = bounded_goal(ground, game.roles().size(), facts, goals, limits);
  } catch (const sat::LimitReached&) {
    return {{}, "there was no time to find out how far the goal is"};
  }
  if (!bounded) return {{}, "the goal has too many conditions"};
  auto costs = std::make_shared<const ir::GoalCosts>(std::move(bounded->costs));
  auto evaluator =
      std::make_shared<interpreter::GoalCostEvaluator>(std::move(costs), std::move(*places));
  return {[node = bounded->node, evaluator](runtime::StateView state) -> std::uint32_t {
            const ir::Cost cost = evaluator->costs_of(state)[node];
            return cost == ir::never_cost ? runtime::never_reached : cost;
          },
          ""};
}

}  // namespace tesuji::driver
