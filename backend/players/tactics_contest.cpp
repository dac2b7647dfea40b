#include "backend/players/tactics_contest.h"

#include "backend/driver/games/kept_net.h"
#include "backend/driver/load.h"
#include "ir/text/text.h"
#include "runtime/host/game/stop.h"
#include "runtime/host/mcts/tree_search.h"
#include "runtime/host/memory/rng.h"

#include <algorithm>
#include <array>
#include <atomic>
#include <chrono>
#include <cmath>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace tesuji::driver {
namespace {

using Clock = std::chrono::steady_clock;

/// Random moves of each role before search takes over.
constexpr std::size_t opening_moves = 2;
constexpr std::size_t most_moves = 400;
constexpr std::size_t leaves = 64;
constexpr std::size_t memory = std::size_t{64} << 20U;
/// Fewer matches decide nothing.
constexpr std::size_t least_matches = 12;

/// Increase when the stored number changes its meaning.
constexpr std::string_view contest_form = "tactics contest 1";

bool is_stopped() {
  const std::atomic<bool>* const stop = runtime::requested_stop();
  return stop != nullptr && *stop;
}

bool suits(const runtime::Game& game) {
  const auto roles = game.roles();
  return roles.size() == 2 &&
         std::find(roles.begin(), roles.end(), runtime::chance_role) == roles.end();
}

/// Searches for one player of a match.
class Player {
 public:
  Player(const BatchGame& game, std::uint64_t seed)
      : game_(*game.loaded.game),
        search_(game.loaded.game,
                runtime::lane_rollouts(std::shared_ptr<const runtime::LanePlayer>(
                                           std::shared_ptr<void>(), &*game.lanes),
                                       {.seed = seed}, leaves, 1),
                {.memory = memory, .seed = seed}) {
    search_.set_expansion(game.expansion);
  }

  /// Returns the move's name; nothing if this game lacks the state.
  std::optional<std::string> choose(const std::vector<std::string>& fluents, runtime::Role role,
                                    const ContestOptions& options) {
    const std::optional<runtime::State> state = game_.state_of(fluents);
    if (!state) return std::nullopt;
    search_.set_root(*state);
    runtime::TreeSearchLimits limits;
    limits.seconds = options.move_seconds;
    limits.simulations = options.simulations;
    limits.stop = runtime::requested_stop();
    search_.run(limits);
    const runtime::TreeSearchReport report = search_.report(role);
    if (report.moves.empty()) return std::nullopt;
    return game_.move_name(report.moves.front().move);
  }

 private:
  const runtime::Game& game_;
  runtime::TreeSearch search_;
};

/// Plays one match; `rules` decides what is legal. Returns the goals; nothing without a result.
std::optional<std::array<int, 2>> play_match(const runtime::Game& rules,
                                             std::array<Player, 2>& players, runtime::Rng random,
                                             const ContestOptions& options) {
  const auto scratch = rules.make_scratch();
  runtime::State state(rules.initial().begin(), rules.initial().end());
  runtime::State next(state.size());
  std::vector<std::vector<runtime::Move>> legal;
  std::vector<runtime::Move> joint(2);
  std::array<std::size_t, 2> choices{};  // that a role has had
  for (std::size_t moves = 0; !rules.terminal(state, *scratch); ++moves) {
    if (moves == most_moves || is_stopped()) return std::nullopt;
    rules.legal(state, *scratch, legal);
    for (runtime::Role role = 0; role < 2; ++role) {
      if (legal[role].empty()) return std::nullopt;
      joint[role] = legal[role].front();
      if (legal[role].size() == 1) continue;
      if (choices[role]++ < opening_moves) {
        joint[role] = legal[role][random.below(legal[role].size())];
        continue;
      }
      const auto name = players[role].choose(rules.fluents(state), role, options);
      const auto move = name ? rules.find_move(*name) : std::nullopt;
      if (!move) return std::nullopt;
      joint[role] = *move;
    }
    rules.next(state, joint, *scratch, next);
    std::swap(state, next);
  }
  std::array<int, 2> goals{};
  rules.goal_values(state, *scratch, goals);
  if (goals[0] < 0 || goals[1] < 0) return std::nullopt;
  return goals;
}

}  // namespace

bool ContestScore::is_decided() const {
  return matches >= least_matches;
}

bool ContestScore::is_better(bool is_over) const {
  const double deviation = std::sqrt(static_cast<double>(matches)) / 2;
  const double lead = points - static_cast<double>(matches) / 2;
  return is_decided() && lead >= (is_over ? 1 : 3) * deviation;
}

bool ContestScore::is_worse() const {
  const ContestScore other{matches, static_cast<double>(matches) - points};
  return other.is_better(false);
}

ContestScore play_contest(const BatchGame& first, const BatchGame& second,
                          const ContestOptions& options) {
  const auto begin = Clock::now();
  ContestScore score;
  const auto is_over = [&] {
    const std::chrono::duration<double> seconds = Clock::now() - begin;
    return is_stopped() || (options.seconds > 0 && seconds.count() > options.seconds);
  };
  for (std::size_t pair = 0; pair < options.pairs && !is_over(); ++pair) {
    for (const std::size_t own : {0U, 1U}) {  // the first game's role
      const std::uint64_t seed = options.seed + 2 * pair;
      std::array<Player, 2> players{Player(own == 0 ? first : second, seed),
                                    Player(own == 0 ? second : first, seed + 1)};
      const auto goals =
          play_match(*first.loaded.game, players, runtime::Rng(options.seed, pair), options);
      if (!goals) continue;
      ++score.matches;
      const int lead = (*goals)[own] - (*goals)[1 - own];
      score.points += lead > 0 ? 1 : lead == 0 ? 0.5 : 0;
    }
    if (score.is_better(false) || score.is_worse()) break;
  }
  return score;
}

TacticsContest::TacticsContest(std::shared_ptr<LaneLoader> lanes, const ContestOptions& options)
    : lanes_(std::move(lanes)), options_(options), winner_([this] { return hold(); }) {}

std::shared_ptr<const BatchGame> TacticsContest::hold() const {
  lanes_->wait();
  const std::shared_ptr<const BatchGame> plain = lanes_->game();
  if (!plain || !suits(*plain->loaded.game)) return nullptr;
  Session session;
  session.texts = lanes_->texts();
  const std::optional<ir::Module> source = load_source(lanes_->path(), session);
  if (!source) return nullptr;
  std::string rules(contest_form);
  rules.append(net_sources_hash()).append(ir::print(*source, ir::PrintedPlaces::none));
  const KeptNumbers place(lanes_->options().cache, "tactics contest", source->game, rules,
                          {widest_blocks()});
  const std::optional<KeptNumbers::Numbers> kept = place.find();
  if (kept && *kept == KeptNumbers::Numbers{0}) return nullptr;
  PlayoutPolicy policy = lanes_->policy();
  policy.tactics = Tactics::replies;
  std::optional<BatchGame> tactical =
      load_batch_game(lanes_->path(), 0, lanes_->options(), session, policy, true);
  if (!tactical || !tactical->lanes || is_stopped()) return nullptr;
  if (!tactical->expansion || tactical->expansion->tactical == nullptr) {
    place.store({0U});  // tactics do not suit the game: do not compile it again to see that
    return nullptr;
  }
  if (!kept) {
    const ContestScore score = play_contest(*tactical, *plain, options_);
    if (is_stopped()) return nullptr;
    const bool won = score.is_better(true);
    if (score.is_decided()) place.store({won ? 1U : 0U});
    if (!won) return nullptr;
  }
  return std::make_shared<const BatchGame>(std::move(*tactical));
}

}  // namespace tesuji::driver
