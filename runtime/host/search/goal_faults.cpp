#include "runtime/host/search/goal_faults.h"

#include <algorithm>

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

}  // namespace tesuji::runtime
