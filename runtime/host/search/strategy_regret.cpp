#include "runtime/host/search/strategy_regret.h"

namespace tesuji::runtime {

namespace {

std::optional<State> successor_of(const std::optional<Choice>& choice) {
  if (!choice) return std::nullopt;
  return State(choice->successor.begin(), choice->successor.end());
}

}  // namespace

StrategyJudge::StrategyJudge(const Game& game, Minimax& minimax, const Strategy& strategy,
                             StateSpaceOptions options)
    : game_(game),
      minimax_(minimax),
      strategy_(strategy),
      memory_(strategy.make_memory(options)),
      learners_{RandomLearner(game, minimax, 0,
                              [this](StateView state) {
                                return successor_of(strategy_.choose(state, *memory_));
                              }),
                RandomLearner(game, minimax, 1, [this](StateView state) {
                  return successor_of(strategy_.choose(state, *memory_));
                })} {}

std::optional<JudgedState> StrategyJudge::judge(StateView view) {
  JudgedState judged;
  judged.state.assign(view.begin(), view.end());
  const auto best = minimax_.best(judged.state);
  if (!best) return std::nullopt;
  judged.mover = best->mover;
  judged.value = best->value;
  const int points_before = points(judged.value.margin_for(judged.mover));
  const auto lost = [&](StateView next) {
    return points_before - points(minimax_.value(next).margin_for(judged.mover));
  };
  RandomLearner& learner = learners_.at(judged.mover);
  if (const auto choice = strategy_.choose(judged.state, *memory_)) {
    const State next(choice->successor.begin(), choice->successor.end());
    judged.chosen = JudgedState::Chosen{choice->move, choice->predicate, minimax_.value(next)};
    judged.move_regret = lost(next);
  } else {
    const std::vector<State> successors = learner.successors(judged.state);
    for (const State& next : successors) {
      judged.move_regret +=
          static_cast<double>(lost(next)) / static_cast<double>(successors.size());
    }
  }
  if (!minimax_.cyclic()) judged.game_regret = learner.regret(judged.state);
  return judged;
}

}  // namespace tesuji::runtime
