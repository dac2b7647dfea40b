#include "backend/players/game_solver.h"

#include "backend/strategies/strategy.h"
#include "runtime/host/memory/return_memory.h"

#include <algorithm>
#include <array>
#include <exception>
#include <system_error>
#include <utility>

namespace tesuji::driver {

using runtime::Move;
using runtime::Role;
using runtime::State;
using runtime::StateView;

GameSolver::GameSolver(const LoadedGame& game, double seconds, std::size_t memory)
    : game_(game), time_(seconds, &given_up_), memory_(memory) {
  try {
    thread_ = std::jthread([this] { solve(); });
  } catch (const std::system_error&) {
    done_ = true;  // no thread available
  }
}

GameSolver::~GameSolver() {
  given_up_ = true;
}

void GameSolver::solve() {
  const runtime::StopScope scope(time_.flag());
  try {
    minimax_ = std::make_unique<runtime::Minimax>(
        game_.game, turn_rule(game_),
        runtime::StateSpaceOptions{.budget = memory_, .stop = time_.flag()});
    minimax_->keep();
    if (!find_sum()) minimax_ = nullptr;
  } catch (const std::exception&) {
    minimax_ = nullptr;  // too large, too late, or not for two alternating roles
  }
  // A solution stays valid after the time limit, unless the limit was reached just now: then
  // queries would stop.
  time_.lift();
  if (*time_.flag()) minimax_ = nullptr;
  if (!minimax_) runtime::return_free_memory();
  done_ = true;
  done_.notify_all();
}

/// Solves everything; returns whether the goals of all terminal states have the same sum.
bool GameSolver::find_sum() {
  const auto scratch = game_.game->make_scratch();
  std::optional<int> sum;
  bool same = true;
  minimax_->visit(game_.game->initial(), [&](const runtime::SolvedState& solved) {
    if (solved.mover != runtime::no_role) return;
    std::array<int, 2> goals{};
    game_.game->goal_values(solved.state, *scratch, goals);
    if (!sum) sum = goals[0] + goals[1];
    same = same && goals[0] >= 0 && goals[1] >= 0 && goals[0] + goals[1] == *sum;
  });
  sum_ = sum.value_or(0);
  return same && sum.has_value();
}

std::optional<SolvedTurn> GameSolver::turn(StateView state) {
  if (!done_ || !minimax_) return std::nullopt;
  try {
    const std::optional<runtime::BestMove> best = minimax_->best(state);
    if (!best) return std::nullopt;
    const int margin = best->value.margin_for(best->mover);
    SolvedTurn turn{best->mover, (sum_ + margin) / 2, margin == 0, best->value.plies, {best->move}};
    const auto scratch = game_.game->make_scratch();
    std::vector<std::vector<Move>> legal;
    game_.game->legal(state, *scratch, legal);
    std::array<Move, 2> joint{};
    joint[runtime::other_role(turn.mover)] = legal[runtime::other_role(turn.mover)].front();
    State next(state.size());
    for (const Move move : legal[turn.mover]) {
      joint[turn.mover] = move;
      game_.game->next(state, joint, *scratch, next);
      if (move != best->move && minimax_->value(next).margin == best->value.margin) {
        turn.moves.push_back(move);
      }
    }
    return turn;
  } catch (const runtime::LimitReached&) {
    return std::nullopt;  // an unreachable state
  } catch (const runtime::TurnError&) {
    return std::nullopt;  // likewise
  }
}

std::vector<std::string> GameSolver::line(StateView state, std::size_t most) {
  std::vector<std::string> line;
  const auto scratch = game_.game->make_scratch();
  State at(state.begin(), state.end());
  std::vector<std::vector<Move>> legal;
  while (line.size() < most) {
    const auto best = minimax_->best(at);
    if (!best) break;
    game_.game->legal(at, *scratch, legal);
    std::array<Move, 2> joint{legal[0].front(), legal[1].front()};
    joint[best->mover] = best->move;
    line.push_back(game_.game->move_name(joint[0]) + " " + game_.game->move_name(joint[1]));
    at.assign(best->successor.begin(), best->successor.end());
  }
  return line;
}

}  // namespace tesuji::driver
