#include "learner/regression/self_play.h"

#include "runtime/host/game/stop.h"

#include <array>
#include <limits>
#include <utility>

namespace tesuji::learner {

using runtime::Move;
using runtime::Role;
using runtime::State;

SelfPlay::SelfPlay(const runtime::Game& game, std::uint64_t step_limit)
    : game_(game),
      step_limit_(step_limit),
      turns_(game, {}),
      scratch_(game.make_scratch()),
      best_(game.state_words()),
      next_(game.state_words()) {}

std::optional<double> SelfPlay::play(const SelfPlayPolicy& policy, runtime::Rng& random,
                                     runtime::Deadline& deadline) {
  states_.clear();
  State state(game_.initial().begin(), game_.initial().end());
  for (std::uint64_t step = 0; step < step_limit_; ++step) {
    if (runtime::is_stop_requested()) throw runtime::Stopped();
    if (deadline.is_over()) return std::nullopt;
    if (game_.terminal(state, *scratch_)) return outcome(state);
    game_.legal(state, *scratch_, legal_);
    if (legal_[0].empty() || legal_[1].empty()) return std::nullopt;
    SelfPlayPolicy now = policy;
    if (step < policy.random_moves) now.evaluations = {};
    const bool at_random = move(state, now, random);
    states_.push_back({state, at_random});
    std::swap(state, best_);
  }
  return std::nullopt;
}

/// Sets `best_` to the next state. Returns whether the move was drawn from several.
bool SelfPlay::move(const State& state, const SelfPlayPolicy& policy, runtime::Rng& random) {
  if (legal_[0].size() > 1 && legal_[1].size() > 1) {
    const std::array<tsj_moves, 2> moves{
        {{legal_[0].data(), legal_[0].size()}, {legal_[1].data(), legal_[1].size()}}};
    throw turns_.error(moves.data());
  }
  const Role role = legal_[0].size() > 1 ? 0 : 1;
  const std::vector<Move>& own = legal_[role];
  runtime::Evaluation* const evaluation = policy.evaluations[role];
  std::array<Move, 2> joint{legal_[0].front(), legal_[1].front()};
  const auto draws = [&] {
    constexpr std::uint64_t parts = 1000;
    return random.below(parts) <
           static_cast<std::uint64_t>(static_cast<double>(parts) * policy.random_share);
  };
  if (own.size() == 1 || evaluation == nullptr || draws()) {
    joint[role] = own[own.size() == 1 ? 0 : random.below(own.size())];
    game_.next(state, joint, *scratch_, best_);
    return own.size() > 1;
  }
  double best = -std::numeric_limits<double>::infinity();
  std::uint64_t equal = 0;
  for (const Move each : own) {
    joint[role] = each;
    game_.next(state, joint, *scratch_, next_);
    double value = 0;
    if (game_.terminal(next_, *scratch_)) {
      const std::optional<double> end = outcome(next_);
      value = end ? (2 * *end - 1) * runtime::won_value : 0;
    } else {
      value = evaluation->value(next_);
    }
    if (role == 1) value = -value;
    if (value > best) equal = 0;
    if (value < best || random.below(++equal) != 0) continue;
    best = value;
    std::swap(best_, next_);
  }
  return false;
}

std::optional<double> SelfPlay::outcome(runtime::StateView end) {
  std::array<int, 2> goals{};
  game_.goal_values(end, *scratch_, goals);
  if (goals[0] < 0 || goals[1] < 0) return std::nullopt;
  return goals[0] == goals[1] ? 0.5 : goals[0] > goals[1] ? 1 : 0;
}

double compare_greedily(const runtime::Game& game, runtime::Evaluation& first,
                        runtime::Evaluation& second, std::uint64_t step_limit, double seconds,
                        std::uint64_t pairs, std::uint64_t seed) {
  constexpr std::uint64_t opening = 4;
  SelfPlay games(game, step_limit);
  runtime::Deadline deadline(seconds);
  double points = 0;
  double played = 0;
  for (std::uint64_t pair = 0; pair < pairs; ++pair) {
    for (const bool exchanged : {false, true}) {
      runtime::Rng random(seed, pair);
      SelfPlayPolicy policy;
      policy.evaluations = {&first, &second};
      policy.random_moves = opening;
      if (exchanged) std::swap(policy.evaluations[0], policy.evaluations[1]);
      const auto outcome = games.play(policy, random, deadline);
      if (!outcome) continue;
      points += exchanged ? 1 - *outcome : *outcome;
      played += 1;
    }
  }
  return played > 0 ? points / played : 0.5;
}

}  // namespace tesuji::learner
