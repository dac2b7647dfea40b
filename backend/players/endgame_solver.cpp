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

/// Assumed speed before the first measurement.
constexpr double usual_states_per_second = 300'000;
/// Random plays that measure the distance to the end, and moves of each, at most.
constexpr int tried_plays = 8;
constexpr std::size_t longest_play = 200;
/// Positions are tried whose estimated work is at most so many times what the time allows: the
/// estimate is rough, and a failed search costs part of a move.
constexpr double most_work = 64;
/// Part of the time for that estimate.
constexpr double estimating_part = 0.1;
/// Shorter searches do not show the speed.
constexpr double least_timed_seconds = 0.001;
/// The logarithm of the work, relative to that of the number of plays.
constexpr double work_exponent = 0.42;

/// Returns null for an empty learner.
std::shared_ptr<EvaluationLoader> loader_of(const EvaluationLearner& learner,
                                            const LoadedGame& game) {
  if (!learner) return nullptr;
  const auto learn = [learner, game]() -> std::shared_ptr<const EvaluationMaker> {
    EvaluationMaker learned = learner(game);
    if (!learned || !learned(game)) return nullptr;
    return std::make_shared<const EvaluationMaker>(std::move(learned));
  };
  return std::make_shared<EvaluationLoader>(learn, Urgency::low);
}

/// Returns a function that returns null until the loader is done.
runtime::OrderMaker order_maker_of(std::shared_ptr<EvaluationLoader> loader,
                                   const LoadedGame& game) {
  if (!loader) return {};
  return [loader = std::move(loader), game]() -> std::unique_ptr<runtime::Evaluation> {
    const std::shared_ptr<const EvaluationMaker> learned = loader->made();
    return learned ? (*learned)(game) : nullptr;
  };
}

}  // namespace

EndgameSolver::EndgameSolver(const LoadedGame& game, std::size_t memory,
                             const EvaluationLearner& order_learner)
    : game_(game.game),
      scratch_(game_->make_scratch()),
      order_loader_(loader_of(order_learner, game)),
      solver_(game_, memory, order_maker_of(order_loader_, game)),
      states_per_second_(usual_states_per_second),
      suits_(std::ranges::find(game_->roles(), runtime::chance_role) == game_->roles().end()) {}

/// Whether the work, estimated from random plays, may fit into so many seconds. Takes a small part
/// of them.
bool EndgameSolver::is_near(StateView state, double seconds, const std::atomic<bool>* stop) {
  const double states = std::max(seconds * states_per_second_ * most_work, 1.0);
  const double most_log_plays = std::log(states) / work_exponent;
  runtime::Deadline deadline(seconds * estimating_part);
  std::vector<std::vector<Move>> legal;
  std::array<Move, 2> joint{};
  State at(state.size());
  State next(state.size());
  double log_plays = 0;  // sum of all tried plays
  for (int play = 0; play < tried_plays; ++play) {
    at.assign(state.begin(), state.end());
    for (std::size_t moves = 0; !game_->terminal(at, *scratch_); ++moves) {
      const bool is_stopped = stop != nullptr && stop->load(std::memory_order_relaxed);
      if (is_stopped || deadline.is_over() || moves == longest_play) return false;
      game_->legal(at, *scratch_, legal);
      if (legal[0].empty() || legal[1].empty()) break;
      for (Role role = 0; role < 2; ++role) {
        joint[role] = legal[role][random_.below(legal[role].size())];
        log_plays += std::log(static_cast<double>(legal[role].size()));
      }
      if (log_plays > tried_plays * most_log_plays) return false;
      game_->next(at, joint, *scratch_, next);
      std::swap(at, next);
    }
  }
  return true;
}

/// Searches; what the search throws shows that the game does not suit, or that it was stopped.
void EndgameSolver::run_search(const std::function<void()>& search) {
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
  run_search([&] {
    if (game_->terminal(state, *scratch_) || !is_near(state, seconds, stop)) return;
    if (order_loader_) order_loader_->begin();
    const auto begin = std::chrono::steady_clock::now();
    const runtime::ForwardValue found =
        solver_.solve(state, {.seconds = seconds * (1 - estimating_part), .stop = stop});
    const std::chrono::duration<double> spent = std::chrono::steady_clock::now() - begin;
    if (spent.count() > least_timed_seconds) {
      states_per_second_ = static_cast<double>(found.states) / spent.count();
    }
    const std::optional<std::int32_t> sum = solver_.constant_sum();
    if (found.mover == runtime::no_role || !sum) return;
    value = EndgameValue{.mover = found.mover,
                         .margin = found.mover == 0 ? found.low : -found.high,
                         .move = found.move,
                         .states = found.states};
    value->goal = (*sum + value->margin) / 2;
    // Time may have ended before a move was known for a value from the table.
    value->is_exact = found.is_exact() && (found.move || value->margin == -runtime::best_margin);
  });
  return suits_ ? value : std::nullopt;
}

std::optional<bool> EndgameSolver::keeps(StateView state, const EndgameValue& value, Move move,
                                         double seconds, const std::atomic<bool>* stop) {
  if (value.move == move) return true;
  std::optional<bool> keeps;
  run_search([&] {
    keeps =
        solver_.keeps(state, value.mover, move, value.margin, {.seconds = seconds, .stop = stop});
  });
  return suits_ ? keeps : std::nullopt;
}

Thought won_thought(const EndgameValue& value, const runtime::Game& game) {
  Thought thought;
  thought.move = game.move_name(*value.move);
  thought.value = value.goal;
  thought.proven = true;
  thought.evaluated = value.states;
  thought.solves_end = true;
  return thought;
}

void keep_value(EndgameSolver& solver, const runtime::Game& game, StateView state,
                const EndgameValue& value, const runtime::TreeSearchLimits& limits,
                Thought& thought) {
  EndgameValue wanted = value;
  if (!value.is_exact) wanted.margin = std::max(wanted.margin, 0);
  const MoveTime time(limits);
  const auto is_kept = [&](const std::string& name) {
    const auto move = game.find_move(name);
    const runtime::TreeSearchLimits rest = time.rest();
    return move ? solver.keeps(state, wanted, *move, rest.seconds, rest.stop) : std::nullopt;
  };
  const auto take = [&](const std::string& name) {
    if (thought.move == name) return;
    thought.move = name;
    thought.variation.clear();
    const auto found = std::ranges::find(thought.moves, name, &MoveValue::move);
    if (found == thought.moves.end()) return;
    thought.value = found->value;
    std::rotate(thought.moves.begin(), found, found + 1);
  };
  if (value.is_exact) {
    if (value.move && !is_kept(thought.move).value_or(false)) take(game.move_name(*value.move));
    if (!solver.suits()) return;
    thought.value = value.goal;
    thought.proven = true;
    return;
  }
  if (is_kept(thought.move).value_or(true)) return;
  if (value.move && value.margin >= 0) {
    take(game.move_name(*value.move));
    return;
  }
  // The best of the others that is not refuted in the remaining time.
  const int goal = value.goal + (wanted.margin - value.margin) / 2;
  for (const MoveValue& other : thought.moves) {
    if (other.move == thought.move || (other.proven && other.value < goal)) continue;
    if (!is_kept(other.move).value_or(true)) continue;
    take(std::string(other.move));
    return;
  }
}

}  // namespace tesuji::driver
