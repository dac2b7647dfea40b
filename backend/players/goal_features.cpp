#include "backend/players/goal_features.h"

#include "backend/driver/games/jit_options.h"
#include "backend/driver/games/net.h"
#include "backend/driver/games/net_facts.h"
#include "backend/interpreter/goal_cost_evaluator.h"
#include "backend/llvm/nets/goal_cost_jit.h"
#include "runtime/host/game/game.h"

#include <chrono>
#include <utility>

namespace tesuji::driver {

namespace {

/// Time limit for proving which fluents exclude each other; without such facts, literals cost 0 or
/// 1.
constexpr std::chrono::seconds most_proving{20};

}  // namespace

std::optional<GoalFeatureSet> load_goal_features(const std::string& path, const LoadedGame& game,
                                                 const Options& options, Session& session) {
  if (game.turns) {
    session.diagnostics.error({}, "usage",
                              "an evaluation by the goal is made of rules: play the rulesheet "
                              "(.kif), not a plugin");
    return std::nullopt;
  }
  NetLimits limits;
  limits.keeps_rules = false;
  const auto ground = load_net(path, options, limits, session);
  if (!ground) return std::nullopt;
  if (!ground->net->knows(ir::NetQuestion::goal) || !ground->net->knows(ir::NetQuestion::next) ||
      !ground->net->knows(ir::NetQuestion::legal)) {
    session.diagnostics.error({}, "limit",
                              "no evaluation by the goal: the net " + unanswered_text(*ground));
    return std::nullopt;
  }
  GoalFeatureSet set;
  auto costs = std::make_shared<ir::GoalCosts>(goal_costs(*ground, most_proving));
  set.game = ground->module->game;
  set.fluents = make_net_tables(*ground).fluents;
  for (const ir::GoalFeature& feature : ir::goal_features(*costs)) {
    set.names.push_back(ir::text_of(*costs, feature));
  }
  set.costs = std::move(costs);
  auto placed = move_goal_features(set, game, options);
  if (!placed) {
    session.diagnostics.error(
        {}, "limit",
        "goal evaluation is not available: states of this engine do not store fluents as bits");
  }
  return placed;
}

std::optional<GoalFeatureSet> move_goal_features(const GoalFeatureSet& set, const LoadedGame& game,
                                                 const Options& options) {
  auto places = runtime::bits_of(*game.game, set.fluents);
  if (!places) return std::nullopt;
  GoalFeatureSet moved = set;
  if (*places == set.places) return moved;
  moved.places = std::move(*places);
  if (options.engine != Engine::interpreter && options.engine != Engine::reference) {
    moved.code = llvm_backend::compile_goal_costs(*moved.costs, moved.places,
                                                  llvm_backend::GoalFeatureForm::one,
                                                  jit_options(options), moved.game);
  }
  return moved;
}

std::unique_ptr<runtime::StateFeatures> make_goal_features(const GoalFeatureSet& set) {
  if (set.code.one == nullptr) return interpreter::interpret_goal_features(set.costs, set.places);
  return std::make_unique<runtime::CompiledGoalFeatures>(set.code, set.names.size());
}

}  // namespace tesuji::driver
