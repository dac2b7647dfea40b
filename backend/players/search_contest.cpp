#include "backend/players/search_contest.h"

#include "backend/driver/games/kept_net.h"
#include "backend/driver/load.h"
#include "ir/text/rule_names.h"
#include "runtime/host/game/stop.h"
#include "runtime/host/game/turns.h"
#include "runtime/host/mcts/tree_search.h"
#include "runtime/host/memory/rng.h"

#include <algorithm>
#include <array>
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
/// With fewer, a lead that the test does not find significant decides nothing.
constexpr std::size_t many_matches = 12;
/// With fewer at longer moves, the result is not kept.
constexpr std::size_t few_matches = 4;
/// The scores that the test compares.
constexpr double stronger = 0.7;
constexpr double equal = 0.5;
/// The log likelihood ratio at which it ends: log(0.9 / 0.1), for errors of 10 %.
constexpr double ratio_bound = 2.197;

/// Increase when the stored number changes its meaning, or searches or learners their strength.
constexpr std::string_view contest_form = "search contest 7";

/// Numbers the engines of the game that is searched one by one, as far as their speeds differ most.
std::uint32_t engine_number(const LoadedGame& single) {
  if (!single.game) return 0;
  return single.tiers ? 1 : 2;
}

/// Random matches that show whether a game suits alpha-beta, and moves of each, at most.
constexpr std::uint64_t tried_matches = 20;
constexpr std::size_t tried_moves = 300;

bool suits(const runtime::Game& game) {
  const auto roles = game.roles();
  return roles.size() == 2 &&
         std::find(roles.begin(), roles.end(), runtime::chance_role) == roles.end();
}

/// Whether alpha-beta's assumptions hold in one random match: at most one role has a choice in each
/// state, and one role wins all, or both have the same goal.
bool suits_alpha_beta(const runtime::Game& game, runtime::Rng random) {
  const auto scratch = game.make_scratch();
  runtime::State state(game.initial().begin(), game.initial().end());
  runtime::State next(state.size());
  std::vector<std::vector<runtime::Move>> legal;
  std::vector<runtime::Move> joint(2);
  for (std::size_t moves = 0; moves < tried_moves; ++moves) {
    if (game.terminal(state, *scratch)) {
      std::array<int, 2> goals{};
      game.goal_values(state, *scratch, goals);
      const auto [least, most] = std::minmax(goals[0], goals[1]);
      return least == most || (least == 0 && most == runtime::most_goal);
    }
    game.legal(state, *scratch, legal);
    if (legal[0].size() > 1 && legal[1].size() > 1) return false;
    for (runtime::Role role = 0; role < 2; ++role) {
      if (legal[role].empty()) return true;
      joint[role] = legal[role][random.below(legal[role].size())];
    }
    game.next(state, joint, *scratch, next);
    std::swap(state, next);
  }
  return true;
}

/// Whether they hold in several. A player that wants a high goal of its own, whatever the other one
/// gets, must not search for a higher goal than the other's.
bool suits_alpha_beta(const runtime::Game& game) {
  for (std::uint64_t match = 0; match < tried_matches; ++match) {
    if (!suits_alpha_beta(game, runtime::Rng(1, match))) return false;
  }
  return true;
}

/// Searches for one player of a match.
class Player {
 public:
  Player(const SearchChoice& choice, const ContestOptions& options, std::uint64_t seed)
      : game_(*choice.searched().game) {
    runtime::TreeSearchOptions of_tree{
        .memory = options.memory, .threads = options.threads, .seed = seed};
    if (choice.way == SearchWay::amaf_tree) {
      of_tree.amaf = amaf_of_contest;
      tree_ = std::make_unique<runtime::TreeSearch>(
          choice.single.game, runtime::scalar_rollouts(choice.single.game, {.seed = seed}),
          of_tree);
      return;
    }
    if (is_alpha_beta(choice.way)) {
      alpha_beta_ = AlphaBetaPlayer::make(choice.searched(), choice.evaluation, options.memory);
      return;
    }
    const std::shared_ptr<const runtime::LanePlayer> lanes(choice.game, &*choice.game->lanes);
    tree_ = std::make_unique<runtime::TreeSearch>(
        choice.game->loaded.game, runtime::lane_rollouts(lanes, {.seed = seed}, leaves, 1),
        of_tree);
    tree_->set_expansion(choice.game->expansion);
  }

  /// Returns the move's name; nothing if this game lacks the state.
  std::optional<std::string> choose(const std::vector<std::string>& fluents, runtime::Role role,
                                    const ContestOptions& options) {
    runtime::TreeSearchLimits limits;
    limits.seconds = options.move_seconds;
    limits.simulations = options.simulations;
    limits.stop = runtime::requested_stop();
    if (alpha_beta_) {
      const std::optional<Thought> thought = alpha_beta_->think(fluents, role, limits);
      return thought ? std::optional(thought->move) : std::nullopt;
    }
    const std::optional<runtime::State> state = game_.state_of(fluents);
    if (!state || !tree_) return std::nullopt;
    tree_->set_root(*state);
    tree_->run(limits);
    const runtime::TreeSearchReport report = tree_->report(role);
    if (report.moves.empty()) return std::nullopt;
    return game_.move_name(report.moves.front().move);
  }

 private:
  const runtime::Game& game_;
  std::unique_ptr<runtime::TreeSearch> tree_;  ///< null if alpha-beta searches
  std::unique_ptr<AlphaBetaPlayer> alpha_beta_;
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
    if (moves == most_moves || runtime::is_stop_requested()) return std::nullopt;
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

/// The logarithm of how much more likely the results are for a stronger player than for an equal
/// one.
double log_ratio(const ContestScore& score) {
  const double losses = static_cast<double>(score.matches) - score.points;
  return score.points * std::log(stronger / equal) + losses * std::log((1 - stronger) / equal);
}

}  // namespace

bool ContestScore::is_better(bool is_over) const {
  if (log_ratio(*this) > ratio_bound) return true;
  const double deviation = std::sqrt(static_cast<double>(matches)) / 2;
  const double lead = points - static_cast<double>(matches) / 2;
  return is_over && !is_no_better() && matches >= many_matches && lead >= deviation;
}

bool ContestScore::is_no_better() const {
  return log_ratio(*this) < -ratio_bound;
}

bool ContestScore::is_decided() const {
  return matches >= many_matches || is_better(false) || is_no_better();
}

bool ContestScore::is_confirmed() const {
  return matches > 0 && points >= static_cast<double>(matches) / 2;
}

ContestOptions ContestOptions::longer() const {
  constexpr unsigned times = 5;
  constexpr std::size_t most_pairs = 5;
  ContestOptions options = *this;
  options.move_seconds *= times;
  options.simulations *= times;
  options.pairs = std::min(pairs, most_pairs);
  return options;
}

ContestScore play_contest(const SearchChoice& first, const SearchChoice& second,
                          const ContestOptions& options) {
  const auto begin = Clock::now();
  ContestScore score;
  const auto is_over = [&] {
    const std::chrono::duration<double> seconds = Clock::now() - begin;
    return runtime::is_stop_requested() ||
           (options.seconds > 0 && seconds.count() > options.seconds);
  };
  for (std::size_t pair = 0; pair < options.pairs && !is_over(); ++pair) {
    for (const std::size_t own : {0U, 1U}) {  // the first game's role
      const std::uint64_t seed = options.seed + 2 * pair;
      std::array<Player, 2> players{Player(own == 0 ? first : second, options, seed),
                                    Player(own == 0 ? second : first, options, seed + 1)};
      const auto goals =
          play_match(*first.game->loaded.game, players, runtime::Rng(options.seed, pair), options);
      if (!goals) continue;
      ++score.matches;
      const int lead = (*goals)[own] - (*goals)[1 - own];
      score.points += lead > 0 ? 1 : lead == 0 ? 0.5 : 0;
    }
    if (score.is_better(false) || score.is_no_better()) break;
  }
  return score;
}

SearchContest::SearchContest(std::shared_ptr<LaneLoader> lanes, EvaluationLearners learners,
                             const ContestOptions& options)
    : lanes_(std::move(lanes)),
      learners_(std::move(learners)),
      options_(options),
      winner_([this] { return hold(); }, Urgency::low) {}

void SearchContest::begin(const LoadedGame& single) {
  std::call_once(offered_, [&] { single_ = single; });
  winner_.begin();
}

const EvaluationLearner& SearchContest::learner_of(SearchWay way) const {
  if (way == SearchWay::by_goal) return learners_.goal;
  return way == SearchWay::by_fluents ? learners_.fluents : learners_.patterns;
}

/// Returns what a way of searching needs; nothing if it does not suit the game.
std::optional<SearchChoice> SearchContest::challenger(SearchWay way,
                                                      const SearchChoice& tree) const {
  if (is_alpha_beta(way)) {
    const EvaluationLearner& learn = learner_of(way);
    if (!learn || !suits_alpha_beta(*tree.game->loaded.game)) return std::nullopt;
    for (const LoadedGame* game : {&tree.game->loaded, &single_}) {
      EvaluationMaker evaluation = game->game ? learn(*game) : EvaluationMaker();
      if (!evaluation || !evaluation(*game)) continue;
      return SearchChoice{way, tree.game, std::move(evaluation), *game};
    }
    return std::nullopt;
  }
  if (way == SearchWay::amaf_tree) {
    if (!single_.game || !runtime::AllMovesAsFirst::suits(*single_.game)) return std::nullopt;
    return SearchChoice{.way = way, .game = tree.game, .single = single_};
  }
  Session session;
  session.texts = lanes_->texts();
  PlayoutPolicy policy = lanes_->policy();
  policy.tactics = Tactics::replies;
  std::optional<BatchGame> game =
      load_batch_game(lanes_->path(), 0, lanes_->options(), session, policy, true);
  if (!game || !game->lanes || !game->expansion || game->expansion->tactical == nullptr) {
    return std::nullopt;
  }
  return SearchChoice{way, std::make_shared<const BatchGame>(std::move(*game))};
}

/// Plays at longer moves; nothing if the winner meets a state that it does not suit.
std::optional<ContestScore> SearchContest::confirm(const SearchChoice& winner,
                                                   const SearchChoice& tree) const {
  try {
    return play_contest(winner, tree, options_.longer());
  } catch (const runtime::TurnError&) {
  } catch (const runtime::LimitReached&) {
  }
  return std::nullopt;
}

std::shared_ptr<const SearchChoice> SearchContest::hold() const {
  lanes_->wait();
  const std::shared_ptr<const BatchGame> plain = lanes_->game();
  if (!plain || !suits(*plain->loaded.game)) return nullptr;
  Session session;
  session.texts = lanes_->texts();
  const std::optional<ir::Module> source = load_source(lanes_->path(), session);
  if (!source) return nullptr;
  std::string rules(contest_form);
  rules.append(net_sources_hash()).append(ir::RuleNames(*source).text());
  const auto number_of = [](SearchWay way) { return static_cast<std::uint32_t>(way); };
  const KeptNumbers place(
      lanes_->options().cache, "search contest", source->game, rules,
      {widest_blocks(), options_.threads, learners_.goal ? 1U : 0U, learners_.fluents ? 1U : 0U,
       learners_.patterns ? 1U : 0U, engine_number(single_)});
  const std::optional<KeptNumbers::Numbers> kept = place.find();
  const SearchChoice tree{SearchWay::tree, plain};
  std::vector<SearchChoice> winners{tree};  // each was better than the one before
  bool is_sure = true;
  for (const SearchWay way : {SearchWay::tactical_tree, SearchWay::amaf_tree, SearchWay::by_goal,
                              SearchWay::by_fluents, SearchWay::by_patterns}) {
    if (kept && *kept != KeptNumbers::Numbers{number_of(way)}) continue;
    try {
      std::optional<SearchChoice> other = challenger(way, tree);
      if (runtime::is_stop_requested()) return nullptr;
      if (!other) continue;
      if (kept) {
        winners.push_back(std::move(*other));
        continue;
      }
      const ContestScore score = play_contest(*other, winners.back(), options_);
      if (runtime::is_stop_requested()) return nullptr;
      is_sure = is_sure && score.is_decided();
      if (score.is_better(true)) winners.push_back(std::move(*other));
    } catch (const runtime::TurnError&) {
      // The challenger does not suit all states of the game.
    } catch (const runtime::LimitReached&) {
      is_sure = false;
    }
  }
  // A winner that loses at longer moves gives way to the one that it beat.
  while (!kept && winners.back().way != SearchWay::tree) {
    const std::optional<ContestScore> score = confirm(winners.back(), tree);
    if (runtime::is_stop_requested()) return nullptr;
    is_sure = is_sure && score && score->matches >= few_matches;
    if (score && score->is_confirmed()) break;
    winners.pop_back();
  }
  if (!kept && is_sure) place.store({number_of(winners.back().way)});
  if (winners.back().way == SearchWay::tree) return nullptr;
  return std::make_shared<const SearchChoice>(std::move(winners.back()));
}

}  // namespace tesuji::driver
