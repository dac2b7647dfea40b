#include "tools/play/program_players.h"

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

PlanMakerOf& plan_maker_of_program() {
  static PlanMakerOf maker;
  return maker;
}

driver::PlanMaker plan_maker(const std::string& path, const driver::Options& options) {
  return plan_maker_of_program() ? plan_maker_of_program()(path, options) : driver::PlanMaker();
}

}  // namespace tesuji::tools
