// Solves puzzles by A*: computes bounds on the moves from a state to a goal from the game's net,
// and searches with them (runtime/host/puzzles/a_star.h).
#include "backend/puzzles/puzzle_methods.h"

#include "backend/interpreter/goal_cost_evaluator.h"
#include "backend/proofs/sat/gates.h"
#include "backend/proofs/sat/step_questions.h"
#include "passes/nets/make_goal_costs.h"
#include "runtime/host/game/game.h"
#include "runtime/host/puzzles/a_star.h"

#include <fmt/core.h>

#include <algorithm>
#include <chrono>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

namespace tesuji::driver {

namespace {

/// Returns the limits for the first half of the remaining time.
sat::Limits half_of(sat::Limits limits) {
  const auto now = std::chrono::steady_clock::now();
  if (limits.deadline) limits.deadline = now + (*limits.deadline - now) / 2;
  return limits;
}

std::optional<passes::BoundedGoal> bounded_goal(const GroundGame& ground, std::size_t roles,
                                                const ir::FluentFacts& facts,
                                                std::span<const std::uint32_t> goals,
                                                const sat::Limits& limits) {
  // Distances come first, and must leave time for finding costs that can be added.
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
  auto places = runtime::bits_of(game, make_net_tables(ground).fluents);
  if (!places) return {{}, "states do not store the net's fluents as bits"};
  std::optional<passes::BoundedGoal> bounded;
  try {
    bounded = bounded_goal(ground, game.roles().size(), facts, goals, limits);
  } catch (const sat::LimitReached&) {
    return {{}, "no time to compute the distance to the goal"};
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

MethodReport solve_a_star(const PuzzleTask& task, std::uint64_t memory_bytes) {
  MethodReport report;
  report.method = PuzzleMethod::a_star;
  look_at_goals(task, report, [&](int value, const std::vector<std::uint32_t>& positions) {
    task.tell(fmt::format("a-star: goal {}", value));
    BoundedMoves bounded =
        bound_moves(*task.ground, task.game, task.facts(), positions, limits_before(task));
    if (!bounded.bound) {
      report.why_not = std::move(bounded.why_not);
      report.end = runtime::SearchEnd::stopped;
      return;
    }
    runtime::BreadthFirstOptions options;
    options.role = task.role;
    options.ignored = task.ignored;
    options.most_moves = task.wanted.horizon;
    options.memory_bytes = memory_bytes;
    options.stop = task.stop;
    options.target = value;
    options.bound = std::move(bounded.bound);
    const std::uint32_t first = options.bound(task.game.initial());
    if (report.first_bound == 0 && first != runtime::never_reached) report.first_bound = first;
    runtime::AStarResult found = runtime::search_a_star(task.game, options);
    report.states += found.all_states;
    report.end = found.end;
    report.horizon = found.end == runtime::SearchEnd::complete ? 0 : found.least_moves;
    if (!found.best) return;
    report.goal = std::max(report.goal, found.best->goal);
    task.found(std::move(*found.best), found.end == runtime::SearchEnd::target);
  });
  return report;
}

}  // namespace tesuji::driver
