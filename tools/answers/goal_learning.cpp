#include "tools/answers/goal_learning.h"

#include "learner/regression/goal_evaluation.h"
#include "runtime/host/game/stop.h"
#include "tools/base/interrupt.h"

#include <memory>
#include <string>
#include <utility>

namespace tesuji::tools {

namespace {

/// Seconds of random games: fewer than are wanted, where they take longer.
constexpr double most_sampling = 10;

}  // namespace

driver::EvaluationMaker learn_goal_of(SeatContext& context) {
  static std::pair<std::string, std::shared_ptr<const learner::GoalEvaluation>> known;
  const std::string& path = context.evaluation.sources.game;
  if (!known.second || known.first != path) {
    const runtime::StopScope scope(&watch_interrupts());
    learner::GoalEvaluationOptions options;
    options.sample.seconds = most_sampling;
    auto learned = learner::learn_goal_evaluation(path, context.game, context.options, options,
                                                  context.session);
    if (!learned) return {};
    known = {path, std::make_shared<const learner::GoalEvaluation>(std::move(*learned))};
  }
  return learner::evaluations(known.second, context.options);
}

}  // namespace tesuji::tools
