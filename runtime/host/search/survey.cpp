#include "runtime/host/search/survey.h"

#include <algorithm>
#include <set>
#include <string>
#include <utility>

namespace tesuji::runtime {

GoalChecker::GoalChecker(const Game& game)
    : game_(game), scratch_(game.make_scratch()), values_(game.roles().size()) {}

std::span<const RoleFault> GoalChecker::check(StateView terminal) {
  faults_.clear();
  game_.goal_values(terminal, *scratch_, values_);
  if (std::all_of(values_.begin(), values_.end(), [](int value) { return value >= 0; })) return {};
  game_.goal(terminal, *scratch_, goals_);
  for (Role role = 0; role < values_.size(); ++role) {
    if (values_[role] >= 0) continue;
    const std::size_t goals = goals_[role].size();
    if (goals == 0 && game_.roles()[role] == chance_role) continue;
    faults_.push_back({goals == 0  ? PlayFault::goal_missing
                       : goals > 1 ? PlayFault::goal_several
                                   : PlayFault::goal_value,
                       role});
  }
  return faults_;
}

GoalFault GoalChecker::example(const RoleFault& fault, StateView terminal) {
  game_.goal(terminal, *scratch_, goals_);
  return {fault.fault, fault.role, 1, goals_[fault.role], game_.fluents(terminal)};
}

void GoalFaults::look_at(const SolvedState& solved) {
  if (!solved.terminal) return;
  const std::span<const RoleFault> faults = checker_.check(solved.state);
  if (faults.empty() || !seen_.emplace(solved.state.begin(), solved.state.end()).second) return;
  for (const RoleFault& fault : faults) {
    const auto known = std::find_if(found_.begin(), found_.end(), [&](const GoalFault& one) {
      return one.fault == fault.fault && one.role == fault.role;
    });
    if (known != found_.end()) {
      ++known->count;
    } else {
      found_.push_back(checker_.example(fault, solved.state));
    }
  }
}

std::vector<GoalFault> goal_faults(const Game& game, Minimax& minimax,
                                   const std::vector<State>& states) {
  GoalFaults faults(game);
  minimax.visit(states, [&](const SolvedState& solved) { faults.look_at(solved); });
  return faults.take();
}

namespace {

struct Visited {
  State state;
  Role mover = no_role;
  GameValue value;
};

/// Moves states whose play ends with a role without a move from won, drawn or lost to stuck.
void count_stuck(const Game& game, Minimax& minimax, StateView first, Survey& result) {
  std::vector<Visited> all;
  minimax.visit(first, [&](const SolvedState& solved) {
    if (solved.mover == no_role || solved.value.endless) return;
    all.push_back({{solved.state.begin(), solved.state.end()}, solved.mover, solved.value});
  });
  PlayEnds ends(game, minimax);
  result.end = ends.of(first);
  for (const Visited& one : all) {
    if (ends.of(one.state) != PlayEnd::stuck) continue;
    SurveyOfMover& of = result.movers[one.mover];
    const std::int32_t margin = one.value.margin_for(one.mover);
    ++of.stuck;
    --(margin > 0 ? of.won : margin < 0 ? of.lost : of.drawn);
    if (margin > 0) --of.won_in[own_moves(one.value)];
  }
}

}  // namespace

PlayEnd PlayEnds::of(StateView view) {
  State state(view.begin(), view.end());
  std::vector<State> path;
  PlayEnd end = PlayEnd::endless;
  for (;;) {
    // A state on the path counts as endless until its end is found: if the path meets it again,
    // play repeats.
    const auto [known, is_new] = known_.try_emplace(state, PlayEnd::endless);
    if (!is_new) {
      end = known->second;
      break;
    }
    path.push_back(state);
    const auto best = minimax_.best(state);
    if (!best) {
      end = game_.terminal(state, *scratch_) ? PlayEnd::terminal : PlayEnd::stuck;
      break;
    }
    state.assign(best->successor.begin(), best->successor.end());
  }
  for (const State& one : path) known_[one] = end;
  return end;
}

Survey survey(const Game& game, Minimax& minimax, StateView state) {
  Survey result;
  GoalFaults faults(game);
  minimax.visit(state, [&](const SolvedState& solved) {
    faults.look_at(solved);
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
    const std::size_t own = own_moves(solved.value);
    if (of.won_in.size() <= own) of.won_in.resize(own + 1);
    ++of.won_in[own];
  });
  result.faults = faults.take();
  if (result.value.endless) result.end = PlayEnd::endless;
  if (result.stuck > 0) count_stuck(game, minimax, state, result);
  return result;
}

std::vector<State> solved_states(Minimax& minimax, StateView state) {
  std::vector<State> result;
  std::set<State> seen;  // a state that both roles may have moved into is shown twice
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
    // Copied, because the successor is only valid until the next question.
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

int RandomLearner::worst_regret(StateView state) {
  const int best = points(minimax_.value(state).margin_for(learner_));
  return best - worst_points(state);
}

std::vector<State> RandomLearner::possible_successors(const State& state) {
  const auto best = minimax_.best(state);
  if (!best) return {};
  if (best->mover == learner_) return successors(state);
  return {State(best->successor.begin(), best->successor.end())};
}

// Searches depth first with its own stack, because states may repeat. If a state's search went back
// to an open one, its result is incomplete, but it is contained in the result of the first state,
// which is on every such way; so only that one is kept. No result is below 0 points.
int RandomLearner::worst_points(StateView view) {
  struct Frame {
    State state;
    std::vector<State> next;
  };
  const bool cyclic = minimax_.cyclic();
  if (cyclic) worst_.clear();
  constexpr int most = points(1);
  std::vector<Frame> stack;
  const auto open = [&](const State& state) {
    Frame frame{state, possible_successors(state)};
    const int own = frame.next.empty() ? points(minimax_.value(state).margin_for(learner_)) : most;
    worst_[state] = {own, true};
    stack.push_back(std::move(frame));
  };
  const State first(view.begin(), view.end());
  if (!worst_.contains(first)) open(first);
  while (!stack.empty()) {
    Frame& frame = stack.back();
    Worst& known = worst_[frame.state];
    if (cyclic && known.points == 0) return 0;
    if (frame.next.empty()) {
      known.open = false;
      const int points_there = known.points;
      stack.pop_back();
      if (stack.empty()) break;
      Worst& before = worst_[stack.back().state];
      before.points = std::min(before.points, points_there);
      continue;
    }
    const State next = std::move(frame.next.back());
    frame.next.pop_back();
    const auto found = worst_.find(next);
    if (found == worst_.end()) {
      open(next);
    } else {
      known.points = std::min(known.points, found->second.open ? points(0) : found->second.points);
    }
  }
  return worst_.at(first).points;
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
