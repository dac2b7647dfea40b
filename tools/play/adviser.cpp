#include "tools/play/adviser.h"

#include "runtime/host/game/turns.h"
#include "tools/base/interrupt.h"
#include "tools/play/minimax_seat.h"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

namespace tesuji::tools {

namespace {

constexpr std::size_t hint_bytes = std::size_t{64} << 20;
constexpr double hint_seconds = 1;
constexpr std::uint64_t playouts_per_move = 200;
constexpr std::uint64_t longest_playout = 1000;

}  // namespace

Hint Adviser::ask(const Situation& situation) {
  if (context_.game.game->has_percepts()) {
    return {std::nullopt, "in a game of incomplete information it would give away the state"};
  }
  if (turns_) {
    try {
      if (!engine_) {
        runtime::StateSpaceOptions space;
        space.budget = std::min(hint_bytes, space.budget);
        space.stop = &watch_interrupts();
        runtime::AlphaBetaOptions search;
        search.depth = runtime::AlphaBeta::most_depth;
        search.seconds = hint_seconds;
        search.stop = &watch_interrupts();
        engine_ = make_minimax_seat(context_.game, space, search);
      }
      const auto decision = engine_->decide(situation);
      if (!decision) return {std::nullopt, "the player has left"};
      const std::string seen = decision->reading.empty() ? "" : ", " + decision->reading;
      return {decision->move, decision->by + seen};
    } catch (const runtime::TurnError&) {
      turns_ = false;
    }
  }
  return by_playouts(situation);
}

/// The move with the best mean goal in random games.
Hint Adviser::by_playouts(const Situation& situation) const {
  const runtime::Game& game = *context_.game.game;
  const auto scratch = game.make_scratch();
  runtime::Rng rng(1);
  std::vector<std::vector<runtime::Move>> legal;
  std::vector<runtime::Move> joint(game.roles().size());
  std::vector<int> goals(game.roles().size());
  runtime::State next(game.state_words());
  game.legal(situation.state, *scratch, legal);
  std::optional<runtime::Move> best;
  double best_mean = -1;
  for (const runtime::Move move : situation.legal) {
    double sum = 0;
    for (std::uint64_t i = 0; i < playouts_per_move; ++i) {
      if (interrupted()) throw runtime::Stopped();
      if (!runtime::choose_at_random(legal, rng, joint)) break;
      joint[role_] = move;
      game.next(situation.state, joint, *scratch, next);
      runtime::State state = next;
      std::uint64_t steps = 0;
      static_cast<void>(game.play_out(state, *scratch, rng, longest_playout, steps));
      game.goal_values(state, *scratch, goals);
      sum += std::max(goals[role_], 0);
    }
    const double mean = sum / static_cast<double>(playouts_per_move);
    if (mean <= best_mean) continue;
    best = move;
    best_mean = mean;
  }
  return {best, fmt::format("mean goal {:.1f} in {} random games", best_mean, playouts_per_move)};
}

}  // namespace tesuji::tools
