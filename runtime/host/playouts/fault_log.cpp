#include "runtime/host/playouts/fault_log.h"

#include "runtime/host/game/state_space.h"

#include <algorithm>
#include <optional>
#include <utility>

namespace tesuji::runtime {

FaultLog::FaultLog(const Game& game, PlayFindings& findings) : game_(game), findings_(findings) {
  findings_.goals.resize(game.roles().size());
}

void FaultLog::add_stuck(StateView state, const std::vector<std::vector<Move>>& legal,
                         const PlayedWay& way) {
  for (Role role = 0; role < legal.size(); ++role) {
    if (legal[role].empty()) add(PlayFault::no_legal, role, {}, state, way);
  }
}

void FaultLog::add_end(StateView state, Scratch& scratch, const PlayedWay& way) {
  if (way.length == 0) {
    add(PlayFault::over, 0, {}, state, way);
    return;
  }
  game_.goal(state, scratch, goals_);
  add_sum(state, way);
  add_goals(state, way);
}

void FaultLog::add_goals(StateView state, const PlayedWay& way) {
  for (Role role = 0; role < goals_.size(); ++role) {
    const std::vector<std::string>& goals = goals_[role];
    findings_.goals[role].insert(goals.begin(), goals.end());
    const bool good = std::all_of(goals.begin(), goals.end(), [](const std::string& goal) {
      return goal_value(goal).has_value();
    });
    if (goals.empty() && game_.roles()[role] != chance_role) {
      add(PlayFault::goal_missing, role, {}, state, way);
    }
    if (goals.size() > 1) add(PlayFault::goal_several, role, goals, state, way);
    if (!good) add(PlayFault::goal_value, role, goals, state, way);
  }
}

void FaultLog::add_sum(StateView state, const PlayedWay& way) {
  int sum = 0;
  std::size_t with_goals = 0;
  for (Role role = 0; role < goals_.size(); ++role) {
    const std::vector<std::string>& goals = goals_[role];
    if (goals.empty() && game_.roles()[role] == chance_role) continue;
    const auto value = goals.size() == 1 ? goal_value(goals.front()) : std::nullopt;
    if (!value) return;
    sum += *value;
    ++with_goals;
  }
  if (with_goals < 2) return;
  const auto known = findings_.goal_sums.find(sum);
  const bool is_new = known == findings_.goal_sums.end();
  // Built completely before it is recorded, because computing the way's moves may time out.
  std::optional<ShownPlay> play;
  if (is_new || way.length < known->second.shortest.moves.size()) play = shown(state, way);
  GoalSum& found = findings_.goal_sums[sum];
  if (way.playout) ++found.count;
  if (!play) return;
  found.shortest = std::move(*play);
  found.goals.clear();
  for (const std::vector<std::string>& goals : goals_) {
    found.goals.push_back(goals.empty() ? std::string() : goals.front());
  }
}

void FaultLog::add(PlayFault fault, Role role, const std::vector<std::string>& goals,
                   StateView state, const PlayedWay& way) {
  std::vector<PlayFinding>& findings = findings_.findings;
  auto found = std::find_if(findings.begin(), findings.end(), [&](const auto& finding) {
    return finding.fault == fault && finding.role == role;
  });
  const bool is_new = found == findings.end();
  std::optional<ShownPlay> play;
  if (is_new || way.length < found->shortest.moves.size()) play = shown(state, way);
  if (is_new) found = findings.insert(found, PlayFinding{fault, role, 0, {}, {}});
  if (way.playout) ++found->count;
  if (!play) return;
  found->goals = goals;
  found->shortest = std::move(*play);
}

ShownPlay FaultLog::shown(StateView state, const PlayedWay& way) const {
  const std::size_t roles = game_.roles().size();
  const std::vector<Move> moves = way.moves();
  ShownPlay play;
  play.playout = way.playout;
  play.state = game_.fluents(state);
  for (std::size_t i = 0; i < moves.size(); i += roles) {
    std::vector<std::string>& names = play.moves.emplace_back();
    for (std::size_t role = 0; role < roles; ++role) {
      names.push_back(game_.move_name(moves[i + role]));
    }
  }
  return play;
}

}  // namespace tesuji::runtime
