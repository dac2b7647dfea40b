#include "tools/play/goal_players.h"

namespace tesuji::tools {

GoalLearner& goal_learner() {
  static GoalLearner learner;
  return learner;
}

driver::EvaluationMaker learn_goal(const std::string& description, SeatContext& context) {
  if (!goal_learner()) {
    context.session.diagnostics.error({}, "usage",
                                      description +
                                          " needs the whole command, with every "
                                          "subcommand: tools/setup.sh");
    return {};
  }
  return goal_learner()(context);
}

}  // namespace tesuji::tools
