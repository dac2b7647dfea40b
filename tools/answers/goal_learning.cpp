#include "tools/answers/goal_learning.h"

#include "learner/regression/goal_evaluation.h"
#include "runtime/host/game/stop.h"
#include "tools/base/interrupt.h"

#include <memory>
#include <string>
#include <utility>

namespace tesuji::tools {

namespace {

/// Most seconds for random games: plays fewer than wanted if they take longer.
constexpr double most_sampling = 10;

/// Returns null if that fails, or is interrupted (reported).
std::shared_ptr<const learner::GoalEvaluation> learn(SeatContext& context) {
  const runtime::StopScope scope(&watch_interrupts());
  learner::GoalEvaluationOptions options;
  options.sample.seconds = most_sampling;
  try {
    auto learned = learner::learn_goal_evaluation(context.evaluation.sources.game, context.game,
                                                  context.options, options, context.session);
    if (!learned) return nullptr;
    return std::make_shared<const learner::GoalEvaluation>(std::move(*learned));
  } catch (const runtime::Stopped&) {
    context.session.diagnostics.error({}, "limit",
                                      "stopped while learning what positions are worth");
    return nullptr;
  }
}

}  // namespace

driver::EvaluationMaker learn_goal_of(SeatContext& context) {
  static std::pair<std::string, std::shared_ptr<const learner::GoalEvaluation>> known;
  const std::string& path = context.evaluation.sources.game;
  if (!known.second || known.first != path) known = {path, learn(context)};
  if (!known.second) return {};
  return learner::evaluations(known.second, context.options);
}

}  // namespace tesuji::tools
