#include "backend/players/endgame_solver.h"

#include "runtime/host/game/stop.h"
#include "runtime/host/game/turns.h"
#include "runtime/host/search/minimax.h"

#include <algorithm>
#include <array>
#include <chrono>
#include <cmath>
#include <utility>

namespace tesuji::driver {
namespace {

using runtime::Move;
using runtime::Role;
using runtime::State;
using runtime::StateView;

/// Before it is measured.
constexpr double usual_states_per_second = 300'000;
/// Random plays that measure the distance to the end, and moves of each, at most.
constexpr int tried_plays = 8;
constexpr std::size_t longest_play = 200;
/// Positions are tried whose estimated work is at most so many times what the time allows: the
/// estimate is rough, and a failed search costs part of a move.
constexpr double most_work = 64;
constexpr double least_timed_seconds = 0.001;
/// The logarithm of the work, relative to that of the number of plays.
constexpr double work_exponent = 0.42;

}  // namespace

EndgameSolver::EndgameSolver(const LoadedGame& game, std::size_t memory)
    : game_(game.game),
      scratch_(game_->make_scratch()),
      memory_(memory),
      solver_(game_, memory),
      states_per_second_(usual_states_per_second),
      suits_(std::ranges::find(game_->roles(), runtime::chance_role) == game_->roles().end()) {}

void EndgameSolver::forget() {
  solver_ = runtime::ForwardSolver(game_, memory_);
}

/// Returns the mean logarithm of the number of choices along random plays.
double EndgameSolver::plays_from(StateView state) {
  std::vector<std::vector<Move>> legal;
  std::array<Move, 2> joint{};
  State at(state.size());
  State next(state.size());
  double sum = 0;
  for (int play = 0; play < tried_plays; ++play) {
    at.assign(state.begin(), state.end());
    for (std::size_t moves = 0; !game_->terminal(at, *scratch_); ++moves) {
      game_->legal(at, *scratch_, legal);
      if (legal[0].empty() || legal[1].empty()) break;
      if (moves == longest_play) return 1e9;
      for (Role role = 0; role < 2; ++role) {
        joint[role] = legal[role][random_.below(legal[role].size())];
        sum += std::log(static_cast<double>(legal[role].size()));
      }
      game_->next(at, joint, *scratch_, next);
      std::swap(at, next);
    }
  }
  return sum / tried_plays;
}

bool EndgameSolver::is_near(StateView state, double seconds) {
  const double states = seconds * states_per_second_ * most_work;
  return work_exponent * plays_from(state) <= std::log(std::max(states, 1.0));
}

/// Searches; what the search throws shows that the game does not suit, or that it was stopped.
void EndgameSolver::unless_unsuitable(const std::function<void()>& search) {
  try {
    search();
    suits_ = !solver_.has_uneven_ends();
  } catch (const runtime::Stopped&) {
  } catch (const runtime::TurnError&) {
    suits_ = false;
  } catch (const runtime::CyclicGame&) {
    suits_ = false;
  } catch (const runtime::LimitReached&) {
    suits_ = false;
  }
}

std::optional<EndgameValue> EndgameSolver::solve(StateView state, double seconds,
                                                 const std::atomic<bool>* stop) {
  std::optional<EndgameValue> value;
  if (!suits_ || seconds <= 0) return value;
  unless_unsuitable([&] {
    if (game_->terminal(state, *scratch_) || !is_near(state, seconds)) return;
    const auto begin = std::chrono::steady_clock::now();
    const runtime::ForwardValue found = solver_.solve(state, {.seconds = seconds, .stop = stop});
    const std::chrono::duration<double> spent = std::chrono::steady_clock::now() - begin;
    if (spent.count() > least_timed_seconds) {
      states_per_second_ = static_cast<double>(found.states) / spent.count();
    }
    const std::optional<std::int32_t> sum = solver_.constant_sum();
    if (found.mover == runtime::no_role || !sum) return;
    value = EndgameValue{.mover = found.mover,
                         .margin = found.mover == 0 ? found.low : -found.high,
                         .is_exact = found.is_exact(),
                         .move = found.move,
                         .states = found.states};
    value->goal = (*sum + value->margin) / 2;
  });
  return value;
}

std::optional<bool> EndgameSolver::keeps(StateView state, const EndgameValue& value, Move move,
                                         double seconds, const std::atomic<bool>* stop) {
  if (value.move == move) return true;
  std::optional<bool> keeps;
  unless_unsuitable([&] {
    std::vector<std::vector<Move>> legal;
    game_->legal(state, *scratch_, legal);
    std::array<Move, 2> joint{legal[0].front(), legal[1].front()};
    joint[value.mover] = move;
    State next(state.size());
    game_->next(state, joint, *scratch_, next);
    const runtime::ForwardLimits limits{.seconds = seconds, .stop = stop};
    // The margin is that of role 0.
    const bool is_first = value.mover == 0;
    keeps = solver_.is_at_least(next, is_first ? value.margin : 1 - value.margin, limits);
    if (keeps && !is_first) keeps = !*keeps;
  });
  return keeps;
}

}  // namespace tesuji::driver
