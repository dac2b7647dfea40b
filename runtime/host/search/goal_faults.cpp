#include "runtime/host/search/goal_faults.h"

#include <algorithm>

namespace tesuji::runtime {

GoalFaults::GoalFaults(const Game& game)
    : game_(game), scratch_(game.make_scratch()), values_(game.roles().size()) {}

void GoalFaults::look_at(const SolvedState& solved) {
  if (!solved.terminal) return;
  game_.goal_values(solved.state, *scratch_, values_);
  if (std::all_of(values_.begin(), values_.end(), [](int value) { return value >= 0; })) return;
  if (!seen_.emplace(solved.state.begin(), solved.state.end()).second) return;
  game_.goal(solved.state, *scratch_, goals_);
  for (Role role = 0; role < values_.size(); ++role) {
    if (values_[role] >= 0) continue;
    const std::size_t goals = goals_[role].size();
    if (goals == 0 && game_.roles()[role] == chance_role) continue;
    add(goals == 0  ? PlayFault::goal_missing
        : goals > 1 ? PlayFault::goal_several
                    : PlayFault::goal_value,
        role, solved.state);
  }
}

void GoalFaults::add(PlayFault fault, Role role, StateView state) {
  const auto known = std::find_if(found_.begin(), found_.end(), [&](const GoalFault& one) {
    return one.fault == fault && one.role == role;
  });
  if (known != found_.end()) {
    ++known->count;
    return;
  }
  found_.push_back({fault, role, 1, goals_[role], game_.fluents(state)});
}

std::vector<GoalFault> goal_faults(const Game& game, Minimax& minimax,
                                   const std::vector<State>& states) {
  GoalFaults faults(game);
  minimax.visit(states, [&](const SolvedState& solved) { faults.look_at(solved); });
  return faults.take();
}

}  // namespace tesuji::runtime
