#include "tools/play/adviser.h"

#include "backend/players/thought.h"
#include "runtime/host/game/legal_moves.h"
#include "runtime/host/game/turns.h"
#include "tools/base/interrupt.h"
#include "tools/play/minimax_seat.h"

#include <algorithm>

namespace tesuji::tools {

namespace {

/// Memory of perfect play, and of the tree.
constexpr std::size_t hint_bytes = std::size_t{64} << 20;
/// Of the search for a win that follows where the game is too large for perfect play: forced wins
/// and losses of a few moves are found at once, and others are for the tree.
constexpr double win_seconds = 0.5;

}  // namespace

Hint Adviser::ask(const Situation& situation) {
  if (context_.game.game->has_percepts()) {
    return {std::nullopt, "in a game of incomplete information it would give away the state"};
  }
  if (auto hint = proven(situation)) return *hint;
  return searched(situation);
}

/// Nothing where no outcome is proven.
std::optional<Hint> Adviser::proven(const Situation& situation) {
  if (!turns_) return std::nullopt;
  try {
    if (!solver_) {
      runtime::StateSpaceOptions space;
      space.budget = std::min(hint_bytes, space.budget);
      space.stop = &watch_interrupts();
      runtime::AlphaBetaOptions search = context_.evaluation.search();
      search.stop = &watch_interrupts();
      if (context_.search.limits.simulations == 0) {  // else as deep every time
        search.depth = runtime::AlphaBeta::most_depth;
        search.seconds = win_seconds;
      }
      solver_ = make_minimax_seat(context_.game, space, search);
    }
    const auto decision = solver_->decide(situation);
    if (!decision || decision->outcome.empty()) return std::nullopt;
    const std::string by = decision->by == "minimax" ? "perfect play" : decision->by;
    return Hint{decision->move, by + ": " + decision->outcome};
  } catch (const runtime::TurnError&) {
    turns_ = false;
  }
  return std::nullopt;
}

Hint Adviser::searched(const Situation& situation) {
  if (!player_) {
    driver::TreePlayerOptions options = context_.search.player;
    // What is compiled for it would be there after the hint.
    options.symmetries = nullptr;
    options.search.memory = std::min(hint_bytes, options.search.memory);
    player_ = std::make_unique<driver::TreePlayer>(context_.game, nullptr, options);
  }
  runtime::TreeSearchLimits limits = context_.search.limits;
  limits.stop = &watch_interrupts();
  player_->set_state(situation.state);
  const auto thought = player_->think(role_, limits);
  if (interrupted()) throw runtime::Stopped();
  const auto move = thought ? context_.game.game->find_move(thought->move) : std::nullopt;
  if (!move || !runtime::has_move(situation.legal, *move)) {
    return {std::nullopt, "the tree search found no move"};
  }
  return {move, (thought->plan ? "" : "tree search: ") + driver::describe(*thought)};
}

}  // namespace tesuji::tools
