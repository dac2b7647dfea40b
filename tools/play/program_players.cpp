#include "tools/play/program_players.h"

#include "runtime/host/game/stop.h"

#include <utility>

namespace tesuji::tools {

GameLearner& game_learner() {
  static GameLearner learner;
  return learner;
}

driver::EvaluationMaker learn_game(const std::string& description, std::string_view by,
                                   SeatContext& context) {
  if (!game_learner()) {
    context.session.diagnostics.error({}, "usage",
                                      description +
                                          " needs the whole command, with every "
                                          "subcommand: tools/setup.sh");
    return {};
  }
  const runtime::StopScope scope(stop_of(context));
  try {
    return game_learner()(by, context.evaluation.sources.game, context.game, context.options,
                          context.session);
  } catch (const runtime::Stopped&) {
    context.session.diagnostics.error({}, "limit",
                                      "stopped while learning what positions are worth");
    return {};
  }
}

driver::EvaluationLearners evaluation_learners(const std::string& path,
                                               const driver::Options& options,
                                               const std::map<std::string, std::string>& texts) {
  if (!game_learner()) return {};
  const auto learner = [&](std::string_view by) {
    return [=](const driver::LoadedGame& game) {
      driver::Session session;
      session.texts = texts;
      return game_learner()(by, path, game, options, session);
    };
  };
  return {learner(by_goal), learner(by_fluents), learner(by_patterns)};
}

runtime::OrderMaker goal_order_maker(const std::string& path, const driver::LoadedGame& game,
                                     const driver::Options& options) {
  return [learn = evaluation_learners(path, options, {}).goal, game,
          calls = 0]() mutable -> std::unique_ptr<runtime::Evaluation> {
    constexpr int learning_call = 20;
    if (!learn || ++calls != learning_call) return nullptr;
    try {
      const driver::EvaluationMaker learned = learn(game);
      return learned ? learned(game) : nullptr;
    } catch (const runtime::LimitReached&) {
      return nullptr;
    }
  };
}

PlanMakerOf& plan_maker_of_program() {
  static PlanMakerOf maker;
  return maker;
}

driver::PlanMaker plan_maker(const std::string& path, const driver::Options& options) {
  return plan_maker_of_program() ? plan_maker_of_program()(path, options) : driver::PlanMaker();
}

}  // namespace tesuji::tools
