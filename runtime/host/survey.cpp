#include "runtime/host/survey.h"

#include <algorithm>
#include <set>
#include <string>
#include <utility>

namespace tesuji::runtime {

Survey survey(Minimax& minimax, StateView state) {
  Survey result;
  minimax.visit(state, [&](const SolvedState& solved) {
    if (result.states == 0) result.value = solved.value;
    ++result.states;
    if (solved.mover == no_role) {
      ++(solved.terminal ? result.terminal : result.stuck);
      return;
    }
    SurveyOfMover& of = result.movers[solved.mover];
    ++of.states;
    of.most_moves = std::max(of.most_moves, solved.moves);
    const std::int32_t margin = solved.value.margin_for(solved.mover);
    if (solved.value.endless) ++result.endless;
    ++(solved.value.endless ? of.endless : margin > 0 ? of.won : margin < 0 ? of.lost : of.drawn);
    if (margin <= 0) return;
    const std::size_t own = (solved.value.plies + 1) / 2;
    if (of.won_in.size() <= own) of.won_in.resize(own + 1);
    ++of.won_in[own];
  });
  return result;
}

std::vector<State> reachable_states(Minimax& minimax, StateView state) {
  std::vector<State> result;
  std::set<State> seen;  // one that both roles may have moved into is shown twice
  minimax.visit(state, [&](const SolvedState& solved) {
    State one(solved.state.begin(), solved.state.end());
    if (seen.insert(one).second) result.push_back(std::move(one));
  });
  return result;
}

double RandomLearner::regret(StateView state) {
  const int best = points(minimax_.value(state).margin_for(learner_));
  if (minimax_.cyclic()) throw CyclicGame(std::string(game_.name()) + ": a state can come again");
  return best - expected_points(state);
}

double RandomLearner::expected_points(StateView view) {
  State state(view.begin(), view.end());
  if (const auto known = known_.find(state); known != known_.end()) return known->second;
  const auto best = minimax_.best(state);
  double result = 0;
  if (!best) {
    result = points(minimax_.value(state).margin_for(learner_));
  } else if (best->mover != learner_) {
    // The successor is valid until the next question alone.
    result = expected_points(State(best->successor.begin(), best->successor.end()));
  } else if (const auto chosen = choose_ ? choose_(state) : std::nullopt) {
    result = expected_points(*chosen);
  } else {
    const std::vector<State> next = successors(state);
    for (const State& one : next) {
      result += expected_points(one) / static_cast<double>(next.size());
    }
  }
  known_.emplace(std::move(state), result);
  return result;
}

std::vector<State> RandomLearner::successors(const State& state) {
  std::vector<std::vector<Move>> legal;
  game_.legal(state, *scratch_, legal);
  std::vector<State> result;
  for (const Move move : legal[learner_]) {
    std::array<Move, 2> joint{};
    joint[learner_] = move;
    joint[other_role(learner_)] = legal[other_role(learner_)].front();
    result.emplace_back(game_.state_words());
    game_.next(state, joint, *scratch_, result.back());
  }
  return result;
}

}  // namespace tesuji::runtime
