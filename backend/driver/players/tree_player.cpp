#include "backend/driver/players/tree_player.h"

#include "backend/driver/open/batch_game.h"
#include "runtime/host/game/state_space.h"
#include "runtime/host/game/stop.h"

#include <algorithm>
#include <exception>
#include <system_error>
#include <utility>

namespace tesuji::driver {

TreePlayer::TreePlayer(const LoadedGame& game, std::string path, const Options& options,
                       TreePlayerOptions player)
    : first_(game), path_(std::move(path)), options_(options), player_(player) {
  // Those are about the game as it was loaded first.
  options_.pipeline.after = nullptr;
  options_.pipeline.after_code = nullptr;
  search_by(first_.game,
            runtime::scalar_rollouts(first_.game, {player_.search.seed, player_.step_limit}));
  set_state(first_.game->initial());
  // Puzzles look for one good game, which lanes cannot tell.
  const bool puzzle = first_.game->roles().size() == 1;
  if (!player_.lanes || path_.empty() || puzzle) {
    done_ = true;
    return;
  }
  try {
    loader_ = std::jthread([this] { load_lanes(); });
  } catch (const std::system_error&) {
    done_ = true;  // no thread to be had
  }
  if (player_.wait && loader_.joinable()) loader_.join();
}

TreePlayer::~TreePlayer() {
  given_up_ = true;
}

void TreePlayer::load_lanes() {
  const runtime::StopScope scope(&given_up_);
  try {
    Session session;
    std::optional<BatchGame> batch = load_batch_game(path_, 0, options_, session);
    if (batch && batch->lanes) loaded_ = std::make_shared<const BatchGame>(std::move(*batch));
  } catch (const std::exception&) {
    // Limits and signals: it goes on without lanes.
  }
  done_ = true;
}

bool TreePlayer::is_settled() const {
  return done_ && (in_lanes_ || !loaded_);
}

void TreePlayer::search_by(std::shared_ptr<const runtime::Game> game,
                           runtime::RolloutFactory rollouts) {
  game_ = std::move(game);
  search_ = std::make_unique<runtime::TreeSearch>(game_, std::move(rollouts), player_.search);
}

void TreePlayer::take_lanes() {
  if (in_lanes_ || !done_ || !loaded_) return;
  const std::vector<std::string> fluents = first_.game->fluents(state_);
  const std::optional<runtime::State> state = loaded_->loaded.game->state_of(fluents);
  if (!state || !runtime::begins_in_lanes(*loaded_->lanes, *state)) {
    loaded_ = nullptr;
    return;
  }
  search_by(loaded_->loaded.game,
            runtime::lane_rollouts(
                std::shared_ptr<const runtime::LanePlayer>(loaded_, &*loaded_->lanes),
                {player_.search.seed, player_.step_limit}, player_.leaves, player_.playouts));
  in_lanes_ = true;
  search_->set_root(*state);
}

void TreePlayer::set_state(runtime::StateView state) {
  state_.assign(state.begin(), state.end());
  if (game_ == first_.game) {
    search_->set_root(state_);
    return;
  }
  const std::optional<runtime::State> own = game_->state_of(first_.game->fluents(state_));
  if (own) {
    search_->set_root(*own);
    return;
  }
  // A state that no play leads to, which the net has left out: it goes on without lanes.
  loaded_ = nullptr;
  in_lanes_ = false;
  search_by(first_.game,
            runtime::scalar_rollouts(first_.game, {player_.search.seed, player_.step_limit}));
  search_->set_root(state_);
}

void TreePlayer::ponder(const runtime::TreeSearchLimits& limits) {
  if (search_->is_solved()) return;
  take_lanes();
  search_->run(limits);
}

std::optional<Thought> TreePlayer::think(runtime::Role role,
                                         const runtime::TreeSearchLimits& limits) {
  // The tree does not go with the search from one to the other: what is proven stays.
  if (!search_->is_decided(role)) {
    take_lanes();
    search_->run(limits);
  }
  const runtime::TreeSearchReport report = search_->report(role);
  if (report.moves.empty()) return std::nullopt;
  const runtime::MoveEstimate& best = report.moves.front();
  Thought thought;
  thought.move = game_->move_name(best.move);
  thought.value = report.proven ? best.bounds.low : best.value;
  thought.proven = report.proven;
  thought.simulations = report.simulations;
  thought.depth = report.depth;
  thought.nodes = report.nodes;
  thought.lanes = in_lanes_;
  for (const std::vector<runtime::Move>& joint : report.variation) {
    std::string turn;
    for (const runtime::Move move : joint) {
      turn += (turn.empty() ? "" : " ") + game_->move_name(move);
    }
    thought.variation.push_back(std::move(turn));
  }
  return thought;
}

}  // namespace tesuji::driver
