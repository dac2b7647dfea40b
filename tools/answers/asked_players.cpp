#include "tools/answers/asked_players.h"

#include "tools/answers/asked_game.h"
#include "tools/answers/goal_learning.h"
#include "tools/play/program_players.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <mutex>
#include <utility>

namespace tesuji::tools {
namespace {

/// Each may hold a tree of its whole memory: so many MiB in all, but always the one used last.
constexpr std::uint64_t most_kept_mib = 2048;

/// Sets the learner of players with learned evaluations, as the command does when it starts.
void provide_learner() {
  static std::once_flag once;
  std::call_once(once, [] {
    if (!game_learner()) game_learner() = learn_game_of;
  });
}

SearchContext search_for(const PlayerWish& wish, AskedGame& game, const driver::Options& options) {
  SearchContext search;
  search.player.search.seed = wish.seed;
  search.player.search.memory = wish.memory_mib << 20U;
  search.player.symmetries = game.symmetries();
  search.player.wait = true;  // all moves of a match are searched alike
  search.limits.seconds = wish.seconds;
  search.limits.stop = wish.stop;
  search.lanes = game.lanes();
  const driver::EvaluationLearners learners =
      evaluation_learners(game.path(), options, game.texts());
  search.contest = std::make_shared<driver::SearchContest>(
      search.lanes, learners, driver::contest_for(search.player.search));
  search.player.end_order_learner = learners.goal;
  return search;
}

EvaluationContext evaluation_for(const PlayerWish& wish, const AskedGame& game) {
  EvaluationContext evaluation;
  evaluation.sources = wish.sources;
  evaluation.sources.game = game.path();
  evaluation.depth = wish.depth;
  evaluation.seconds = wish.seconds;
  return evaluation;
}

/// Returns a key that differs for players that are not interchangeable.
std::string key_of(const PlayerWish& wish) {
  return fmt::format("{}\n{} {} {} {} {} {}\n{}\n{}", wish.description, wish.role, wish.seconds,
                     wish.seed, wish.memory_mib, wish.depth.value_or(0),
                     static_cast<const void*>(wish.stop), fmt::join(wish.sources.features, "\n"),
                     fmt::join(wish.sources.domains, "\n"));
}

}  // namespace

AskedPlayer::AskedPlayer(const PlayerWish& wish, AskedGame& game, const driver::LoadedGame& loaded)
    : options_(game.options()),
      evaluation_(evaluation_for(wish, game)),
      search_((provide_learner(), search_for(wish, game, options_))),
      context_{loaded,   options_, session_, evaluation_, search_, remote_, wish.memory_mib << 20U,
               wish.stop} {
  session_.texts = game.texts();
  seat_ = make_seat(wish.description, wish.role, context_);
}

std::unique_ptr<AskedPlayer> AskedPlayers::take(const PlayerWish& wish) {
  const std::string key = key_of(wish);
  const std::lock_guard lock(mutex_);
  const auto found = std::find_if(players_.begin(), players_.end(),
                                  [&](const Kept& kept) { return kept.key == key; });
  if (found == players_.end()) return nullptr;
  std::unique_ptr<AskedPlayer> player = std::move(found->player);
  players_.erase(found);
  return player;
}

void AskedPlayers::keep(const PlayerWish& wish, std::unique_ptr<AskedPlayer> player) {
  const std::lock_guard lock(mutex_);
  players_.push_front({key_of(wish), wish.memory_mib, std::move(player)});
  std::uint64_t kept_mib = 0;
  for (const Kept& kept : players_) kept_mib += kept.memory_mib;
  while (players_.size() > 1 && kept_mib > most_kept_mib) {
    kept_mib -= players_.back().memory_mib;
    players_.pop_back();
  }
}

}  // namespace tesuji::tools
