#include "backend/players/alpha_beta_player.h"

#include "runtime/host/game/stop.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace tesuji::driver {
namespace {

constexpr unsigned least_table_bits = 10;
constexpr unsigned most_table_bits = 20;
constexpr std::size_t entry_bytes = 32;

runtime::AlphaBetaOptions options_of(std::size_t memory) {
  runtime::AlphaBetaOptions options;
  options.depth = runtime::AlphaBeta::most_depth;
  options.reduces = true;
  options.table_bits = least_table_bits;
  while (options.table_bits < most_table_bits &&
         (entry_bytes << (options.table_bits + 1)) <= memory) {
    ++options.table_bits;
  }
  return options;
}

/// Returns the expected goal of the role that has this value.
double goal_of(double value) {
  if (std::abs(value) > runtime::most_evaluation) return value > 0 ? 100 : 0;
  return 100 / (1 + std::exp(-value));
}

}  // namespace

std::unique_ptr<AlphaBetaPlayer> AlphaBetaPlayer::make(const LoadedGame& game,
                                                       const EvaluationMaker& evaluation,
                                                       std::size_t memory) {
  auto own = evaluation(game);
  if (!own) return nullptr;
  return std::unique_ptr<AlphaBetaPlayer>(new AlphaBetaPlayer(game, std::move(own), memory));
}

AlphaBetaPlayer::AlphaBetaPlayer(const LoadedGame& game,
                                 std::unique_ptr<runtime::Evaluation> evaluation,
                                 std::size_t memory)
    : game_(game.game),
      evaluation_(std::move(evaluation)),
      search_(game.game, *evaluation_, options_of(memory)) {}

std::optional<Thought> AlphaBetaPlayer::think(const std::vector<std::string>& fluents,
                                              runtime::Role role,
                                              const runtime::TreeSearchLimits& limits) {
  const std::optional<runtime::State> state = game_->state_of(fluents);
  if (!state) return std::nullopt;
  std::optional<runtime::FoundMove> found;
  try {
    found = search_.best(*state, role, {limits.seconds, limits.simulations, limits.stop});
  } catch (const runtime::Stopped&) {
    return std::nullopt;
  }
  if (!found || found->depth == 0) return std::nullopt;
  Thought thought;
  thought.move = game_->move_name(found->move);
  thought.value = goal_of(found->value);
  thought.proven = std::abs(found->value) > runtime::most_evaluation;
  thought.depth = found->depth;
  thought.evaluated = found->states;
  try {
    const runtime::Unstoppable unstoppable;  // a few states
    for (const std::vector<runtime::Move>& joint : search_.line(*state, longest_line)) {
      std::string turn;
      for (const runtime::Move move : joint) {
        turn += (turn.empty() ? "" : " ") + game_->move_name(move);
      }
      thought.variation.push_back(std::move(turn));
    }
  } catch (const runtime::LimitReached&) {
    // The move is known.
  }
  return thought;
}

}  // namespace tesuji::driver
