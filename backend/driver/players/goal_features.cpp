#include "backend/driver/players/goal_features.h"

#include "backend/driver/games/net.h"
#include "backend/interpreter/goal_cost_evaluator.h"
#include "passes/nets/make_goal_costs.h"
#include "runtime/host/game/fluent_bits.h"

#include <utility>

namespace tesuji::driver {

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
  auto costs = std::make_shared<ir::GoalCosts>(
      passes::make_goal_costs(*ground->module, *ground->net));
  set.fluents = make_net_tables(*ground).fluents;
  auto places = runtime::find_fluent_bits(*game.game, set.fluents);
  if (!places) {
    session.diagnostics.error({}, "limit",
                              "no evaluation by the goal: states of this engine have no bits for "
                              "fluents");
    return std::nullopt;
  }
  set.places = std::move(*places);
  for (const ir::GoalFeature& feature : ir::goal_features(*costs)) {
    set.names.push_back(ir::text_of(*costs, feature));
  }
  set.costs = std::move(costs);
  return set;
}

std::unique_ptr<runtime::StateFeatures> make_goal_features(const GoalFeatureSet& set,
                                                           const Options& /*options*/) {
  return interpreter::interpret_goal_features(set.costs, set.places);
}

}  // namespace tesuji::driver
