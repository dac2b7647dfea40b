#include "learner/explanation/winning_moves.h"

#include <algorithm>
#include <map>
#include <set>
#include <utility>

namespace tesuji::learner {

using runtime::Move;
using runtime::Role;
using runtime::State;
using runtime::StateView;

WinningMoves::WinningMoves(const runtime::Game& game)
    : game_(game), scratch_(game.make_scratch()) {}

std::vector<std::vector<Move>> WinningMoves::legal(StateView state) {
  std::vector<std::vector<Move>> moves;
  game_.legal(state, *scratch_, moves);
  return moves;
}

WinningMoves::Joint WinningMoves::joint_with(StateView state, Role role, Move move) {
  Joint joint;
  for (const auto& moves : legal(state)) joint.push_back(moves.empty() ? 0 : moves.front());
  joint[role] = move;
  return joint;
}

State WinningMoves::after(StateView state, const Joint& joint) {
  State next(game_.state_words());
  game_.next(state, joint, *scratch_, next);
  return next;
}

bool WinningMoves::wins_at_once(StateView state, Role role, Move move) {
  const auto moves = legal(state);
  Joint joint = joint_with(state, role, move);
  std::vector<std::size_t> places(moves.size(), 0);
  std::vector<int> goals(moves.size());
  for (const auto& some : moves) {
    if (some.empty()) return false;
  }
  while (true) {
    const State next = after(state, joint);
    if (!game_.terminal(next, *scratch_)) return false;
    game_.goal_values(next, *scratch_, goals);
    if (goals[role] != 100) return false;
    // Advances to the next combination of the others' moves.
    Role other = 0;
    for (; other < moves.size(); ++other) {
      if (other == role) continue;
      places[other] = (places[other] + 1) % moves[other].size();
      joint[other] = moves[other][places[other]];
      if (places[other] != 0) break;
    }
    if (other == moves.size()) return true;
  }
}

std::vector<Move> WinningMoves::at_once(StateView state, Role role) {
  std::vector<Move> found;
  const auto moves = legal(state);
  for (const Move move : moves[role]) {
    if (wins_at_once(state, role, move)) found.push_back(move);
  }
  return found;
}

std::vector<WinningMoves::Answer> WinningMoves::after_reply(StateView state, Role role, Move move) {
  const auto now = legal(state);
  if (now.size() != 2 || now[1 - role].size() != 1) return {};
  const State next = after(state, joint_with(state, role, move));
  if (game_.terminal(next, *scratch_)) return {};
  const auto replies = legal(next);
  if (replies[role].size() != 1) return {};
  std::vector<std::set<Move>> winning;  // by reply
  for (const Move reply : replies[1 - role]) {
    const State behind = after(next, joint_with(next, 1 - role, reply));
    if (game_.terminal(behind, *scratch_)) return {};
    const auto wins = at_once(behind, role);
    if (wins.empty()) return {};
    winning.emplace_back(wins.begin(), wins.end());
  }
  std::vector<Answer> answers;
  std::vector<bool> answered(winning.size(), false);
  while (std::find(answered.begin(), answered.end(), false) != answered.end()) {
    std::map<Move, std::size_t> counts;
    for (std::size_t r = 0; r < winning.size(); ++r) {
      if (answered[r]) continue;
      for (const Move win : winning[r]) ++counts[win];
    }
    const Move best = std::max_element(counts.begin(), counts.end(), [](auto& a, auto& b) {
                        return a.second < b.second;
                      })->first;
    bool first = true;
    for (std::size_t r = 0; r < winning.size(); ++r) {
      if (answered[r] || !winning[r].contains(best)) continue;
      answered[r] = true;
      if (!std::exchange(first, false)) continue;
      const Joint reply = joint_with(next, 1 - role, replies[1 - role][r]);
      answers.push_back({reply, joint_with(after(next, reply), role, best)});
    }
  }
  return answers;
}

WinExample WinningMoves::example(StateView state, Role role, Move move,
                                 const std::vector<Answer>& answers) {
  const auto names = [&](const Joint& joint) {
    JointMoveNames texts;
    for (const Move one : joint) texts.push_back(game_.move_name(one));
    return texts;
  };
  WinExample example{game_.fluents(state), role, names(joint_with(state, role, move))};
  for (const Answer& answer : answers) {
    example.answers.push_back({names(answer.reply), names(answer.move)});
  }
  return example;
}

}  // namespace tesuji::learner
