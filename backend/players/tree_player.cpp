#include "backend/players/tree_player.h"

#include "backend/players/priors.h"
#include "runtime/host/game/stop.h"
#include "runtime/host/mcts/evaluated_rollouts.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <ctime>
#include <limits>
#include <utility>

namespace tesuji::driver {
namespace {

/// A move with fewer visits has the weight 1: its mean is unreliable.
constexpr double least_visits = 200;
/// Total visits of all moves of all roles after which compiling for weights pays.
constexpr double enough_visits = 200'000;
/// Weights grow e-fold with this difference of the mean value (0..1), up to `most_weight`.
constexpr double temperature = 0.12;
constexpr std::uint32_t most_weight = 8;

/// A leaf in lanes must be this many times as fast as a single one (docs/engines/search.md).
constexpr double least_gain = 1.25;
/// Approximate time of the tree per leaf, in any game. Faster playouts gain nothing, while in this
/// time lanes play several games from each leaf.
constexpr double tree_seconds = 3e-6;
/// Games with playouts this short are soon searched to their ends either way.
constexpr double tiny_seconds = 0.4e-6;
/// A limit of simulations must allow at least this many batches of leaves.
constexpr std::uint64_t least_calls = 64;
/// Number of playouts and tries in a measurement of the fastest way.
constexpr std::size_t tried_playouts = 8;
constexpr int tries = 3;
/// Playouts are repeated for so long, since reading the thread's clock takes up to a microsecond.
constexpr double least_measured_seconds = 50e-6;
/// A measurement in which lanes lose is repeated at so many later moves, since other processes may
/// have disturbed it; but not if it took more seconds than this.
constexpr int most_measurements = 8;
constexpr double most_measuring_seconds = 0.02;
/// A way that cannot be measured in this part of a move's time is too slow for such moves.
constexpr double measuring_part = 0.15;
/// Alpha-beta's table may take one byte of so many.
constexpr std::size_t table_part = 8;

/// Fraction of a move's time for the search for a plan, before the tree is searched; halved after
/// each failed search, down to the minimum.
constexpr double plan_part = 0.75;
constexpr double least_plan_part = 0.1;
/// Fraction of a move's time, and of the other role's, for solving the end of the game; and what is
/// kept back of the rest, to see whether the preferred move keeps a known value, or is refuted.
constexpr double end_part = 0.3;
constexpr double check_part = 0.1;
constexpr double refutation_part = 0.25;
/// The solver's table may take one byte of so many.
constexpr std::size_t end_memory_part = 8;

/// Minimum time for the tree, since a limit of 0 would mean no limit.
constexpr double least_seconds = 0.001;

using Clock = std::chrono::steady_clock;

/// Sets the time of `rest` to the remaining time of `all`, which began at `begin`.
void subtract_time(Clock::time_point begin, const runtime::TreeSearchLimits& all,
                   runtime::TreeSearchLimits& rest) {
  if (all.seconds <= 0) return;
  const std::chrono::duration<double> spent = Clock::now() - begin;
  rest.seconds = std::max(all.seconds - spent.count(), least_seconds);
}

/// The processor's time that this thread has used.
double thread_seconds() {
  timespec time{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
  return static_cast<double>(time.tv_sec) + 1e-9 * static_cast<double>(time.tv_nsec);
}

}  // namespace

bool is_few_for_lanes(const runtime::TreeSearchLimits& limits, std::size_t leaves) {
  return limits.simulations > 0 && limits.simulations < least_calls * leaves;
}

TreePlayer::TreePlayer(const LoadedGame& game, std::shared_ptr<LaneLoader> lanes,
                       TreePlayerOptions player)
    : first_(game), player_(std::move(player)), lanes_(std::move(lanes)) {
  // Puzzles need one good game, which lanes cannot return.
  if (first_.game->roles().size() == 1) {
    lanes_ = nullptr;
    player_.symmetries = nullptr;
    if (player_.plans) {
      player_.search.memory /= 2;
      planner_ = std::make_unique<PuzzlePlanner>(first_.game, player_.plans(first_),
                                                 player_.search.threads, player_.search.memory);
    }
  }
  loader_ = lanes_;
  if (!lanes_) player_.contest = nullptr;
  if (player_.contest) player_.search.memory -= player_.search.memory / table_part;
  if (player_.solve_seconds > 0 && first_.game->roles().size() == 2) {
    const std::size_t part = player_.search.memory / 4;
    player_.search.memory -= part;
    solver_ = std::make_unique<GameSolver>(first_, player_.solve_seconds, part);
    if (player_.wait) solver_->wait();
  }
  const auto roles = first_.game->roles();
  const bool has_chance = std::ranges::find(roles, runtime::chance_role) != roles.end();
  if (player_.endgames && roles.size() == 2 && !has_chance) {
    const std::size_t part = player_.search.memory / end_memory_part;
    player_.search.memory -= part;
    endgames_ = std::make_unique<EndgameSolver>(first_, part);
  }
  search_one_by_one();
  set_state(first_.game->initial());
  plan_part_ = plan_part;
  if (planner_ && player_.solve_seconds > 0) {
    const double seconds = plan_part * player_.solve_seconds;
    planner_->begin(state_, seconds);
    if (player_.wait) planner_->wait(seconds, nullptr);
  }
  if (player_.symmetries) {
    player_.symmetries->begin();
    if (player_.wait) player_.symmetries->wait();
  }
  if (!loader_) return;
  loader_->begin();
  if (player_.contest) player_.contest->begin();
  if (!player_.wait) return;
  loader_->wait();
  if (player_.contest) player_.contest->wait();
}

TreePlayer::~TreePlayer() = default;

void TreePlayer::forget() {
  if (planner_) planner_->forget();
  if (endgames_) endgames_->forget();
  plan_part_ = plan_part;
  weighted_ = nullptr;
  weights_taken_ = false;
  alpha_beta_ = nullptr;  // with its table
  loader_ = lanes_;
  measurements_ = 0;
  if (in_lanes_) {
    search_by(in_lanes_->loaded, rollouts_of(in_lanes_));
  } else {
    search_one_by_one();
  }
  set_state(first_.game->initial());
}

void TreePlayer::search_by(const LoadedGame& game, const runtime::RolloutFactory& rollouts) {
  game_ = game.game;
  if (player_.priors && priors_of_ != game_) {
    priors_ = player_.priors(game);
    priors_of_ = game_;
  }
  search_ = std::make_unique<runtime::TreeSearch>(game_, evaluated(game, rollouts), player_.search,
                                                  priors_);
  if (in_lanes_) search_->set_expansion(in_lanes_->expansion);
  symmetries_taken_ = !player_.symmetries;
}

/// Adds the evaluation of leaves to the rollouts, if one is requested and suits this game.
runtime::RolloutFactory TreePlayer::evaluated(const LoadedGame& game,
                                              runtime::RolloutFactory rollouts) const {
  if (!player_.leaf_values || !player_.leaf_values(game)) return rollouts;
  return runtime::evaluated_rollouts(
      std::move(rollouts), [make = player_.leaf_values, game] { return make(game); },
      player_.leaf_weight, game.game->state_words());
}

void TreePlayer::search_one_by_one() {
  in_lanes_ = nullptr;
  search_by(first_, runtime::scalar_rollouts(first_.game, rollout_options()));
}

runtime::RolloutFactory TreePlayer::rollouts_of(std::shared_ptr<const BatchGame> game) const {
  const runtime::LanePlayer* const lanes = &*game->lanes;
  return runtime::lane_rollouts(std::shared_ptr<const runtime::LanePlayer>(std::move(game), lanes),
                                rollout_options(), player_.leaves, player_.playouts);
}

runtime::RolloutOptions TreePlayer::rollout_options() const {
  return {player_.search.seed, player_.step_limit, player_.cut_sooner};
}

/// Returns the fastest way to play leaves: the batch if it gains enough to outweigh that leaves are
/// chosen before the results of others in the batch are known. Measures processor time.
/// Nothing if time was too short, or the limits' flag stopped it.
std::optional<TreePlayer::Fastest> TreePlayer::fastest(
    const BatchGame& game, const runtime::State& state,
    const runtime::TreeSearchLimits& limits) const {
  const runtime::TimedStop time(measuring_part * limits.seconds, limits.stop);
  const runtime::StopScope scope(time.flag());
  const std::size_t roles = game.loaded.game->roles().size();
  const auto seconds_of = [&](const runtime::RolloutFactory& factory, const runtime::State& from,
                              std::size_t leaves) {
    const auto rollouts = factory(0);
    std::vector<std::uint64_t> starts;
    for (std::size_t i = 0; i < leaves; ++i) starts.insert(starts.end(), from.begin(), from.end());
    std::vector<float> values(leaves * roles);
    double best = std::numeric_limits<double>::infinity();
    for (int run = 0; run < tries; ++run) {
      double seconds = 0;
      int rounds = 1;
      for (;; rounds *= 2) {
        const double begin = thread_seconds();
        for (int round = 0; round < rounds; ++round)
          rollouts->play(starts, values, runtime::requested_stop());
        seconds = thread_seconds() - begin;
        if (runtime::is_stop_requested()) throw runtime::Stopped();
        if (seconds >= least_measured_seconds) break;
      }
      best = std::min(best, seconds / rounds);
    }
    return best / static_cast<double>(leaves);
  };
  const runtime::RolloutOptions options = rollout_options();
  const std::shared_ptr<const runtime::LanePlayer> lanes(std::shared_ptr<void>(), &*game.lanes);
  double batch = 0;
  double first = 0;
  double net = 0;
  try {
    first = seconds_of(runtime::scalar_rollouts(first_.game, options), state_, tried_playouts);
    net = seconds_of(runtime::scalar_rollouts(game.loaded.game, options), state, tried_playouts);
    batch = seconds_of(runtime::lane_rollouts(lanes, options, player_.leaves, player_.playouts),
                       state, player_.leaves);
  } catch (const runtime::Stopped&) {
    return std::nullopt;
  }
  const double single = std::min(first, net);
  const double counted = single > tiny_seconds ? std::max(single, tree_seconds) : single;
  if (counted > least_gain * batch) return Fastest::lanes;
  return net < first ? Fastest::net : Fastest::first;
}

void TreePlayer::take_lanes(const runtime::TreeSearchLimits& limits) {
  if (in_lanes_ || !loader_ || !loader_->is_done()) return;
  if (is_few_for_lanes(limits, player_.leaves) && !player_.always_lanes) return;
  const std::shared_ptr<const BatchGame> loaded = loader_->game();
  const std::vector<std::string> fluents = first_.game->fluents(state_);
  const std::optional<runtime::State> state =
      loaded ? loaded->loaded.game->state_of(fluents) : std::nullopt;
  if (!state || !runtime::begins_in_lanes(*loaded->lanes, *state)) {
    loader_ = nullptr;
    return;
  }
  const double begin = thread_seconds();
  const std::optional<Fastest> measured =
      player_.always_lanes ? Fastest::lanes : fastest(*loaded, *state, limits);
  if (!measured && limits.stop != nullptr && *limits.stop) return;  // not the game's fault
  const Fastest way = measured.value_or(Fastest::first);
  const bool took_long = measured && thread_seconds() - begin > most_measuring_seconds;
  const bool is_last = ++measurements_ == most_measurements || took_long;
  if (way != Fastest::lanes && is_last) loader_ = nullptr;
  const bool is_first = game_ == first_.game;
  if (way == Fastest::first || (way == Fastest::net && !is_first)) return;
  in_lanes_ = way == Fastest::lanes ? loaded : nullptr;
  const runtime::RolloutFactory rollouts =
      in_lanes_ ? rollouts_of(loaded)
                : runtime::scalar_rollouts(loaded->loaded.game, rollout_options());
  const bool has_tactics = loaded->expansion && loaded->expansion->tactical != nullptr;
  if (!is_first && !has_tactics) {
    search_->set_rollouts(evaluated(loaded->loaded, rollouts));  // the tree stays
    if (in_lanes_) search_->set_expansion(loaded->expansion);
    return;
  }
  search_by(loaded->loaded, rollouts);
  search_->set_root(*state);
}

/// Searches from now on as the contest's winner does; with tactics, in a new tree.
void TreePlayer::take_winner() {
  if (!player_.contest || alpha_beta_) return;
  const std::shared_ptr<const SearchChoice> winner = player_.contest->winner();
  if (!winner) return;
  if (is_alpha_beta(winner->way)) {
    alpha_beta_ = AlphaBetaPlayer::make(winner->game->loaded, winner->evaluation,
                                        player_.search.memory / table_part);
    return;
  }
  if (in_lanes_ == winner->game) return;
  const std::optional<runtime::State> state =
      winner->game->loaded.game->state_of(first_.game->fluents(state_));
  if (!state) return;
  in_lanes_ = winner->game;
  search_by(winner->game->loaded, rollouts_of(winner->game));
  search_->set_root(*state);
}

/// Returns nothing if alpha-beta cannot choose a move here.
std::optional<Thought> TreePlayer::think_by_evaluation(runtime::Role role,
                                                       const runtime::TreeSearchLimits& limits) {
  if (!alpha_beta_) return std::nullopt;
  try {
    return alpha_beta_->think(first_.game->fluents(state_), role, limits);
  } catch (const runtime::TurnError&) {
    alpha_beta_ = nullptr;
    player_.contest = nullptr;
  } catch (const runtime::LimitReached&) {
    // The tree may still know something.
  }
  return std::nullopt;
}

MoveWeights TreePlayer::weights_of_moves() const {
  MoveWeights weights;
  double visits = 0;
  for (runtime::Role role = 0; role < game_->roles().size(); ++role) {
    const std::vector<runtime::TreeSearch::MoveMean> means = search_->move_means(role);
    double sum = 0;
    double all = 0;
    for (const auto& mean : means) {
      sum += mean.value * mean.visits;
      all += mean.visits;
    }
    visits += all;
    for (const auto& mean : means) {
      if (mean.visits < least_visits) continue;
      // A move as good as the average gets the middle of the weights.
      const double middle = std::sqrt(static_cast<double>(most_weight));
      const double weight = middle * std::exp((mean.value - sum / all) / temperature);
      // Powers of two need the fewest gates.
      const auto rounded = static_cast<std::uint32_t>(std::exp2(
          std::round(std::log2(std::clamp(weight, 1.0, static_cast<double>(most_weight))))));
      if (rounded > 1) {
        weights[game_->roles()[role] + " " + game_->move_name(mean.move)] = {rounded, {}};
      }
    }
  }
  if (visits < enough_visits) weights.clear();
  return weights;
}

void TreePlayer::take_weights() {
  if (!player_.weighted || !in_lanes_ || weights_taken_) return;
  // Lanes with weights are compiled with the loader's tactics, not with those that won.
  if (lanes_ && in_lanes_ != lanes_->game()) return;
  if (!weighted_) {
    MoveWeights weights = weights_of_moves();
    if (weights.empty()) return;
    PlayoutPolicy policy = loader_->policy();
    policy.weights = std::move(weights);
    weighted_ = std::make_unique<LaneLoader>(loader_->path(), loader_->options(), std::move(policy),
                                             loader_->texts());
    weighted_->begin();
    if (player_.wait) weighted_->wait();
  }
  if (!weighted_->is_done()) return;
  weights_taken_ = true;
  const std::shared_ptr<const BatchGame> loaded = weighted_->game();
  if (!loaded) return;
  // The tree stays: the same rules give the same states.
  const runtime::Game& game = *loaded->loaded.game;
  const auto own = game.state_of(game_->fluents(game_->initial()));
  const runtime::StateView initial = game_->initial();
  if (own && std::equal(own->begin(), own->end(), initial.begin(), initial.end())) {
    search_->set_rollouts(evaluated(loaded->loaded, rollouts_of(loaded)));
  }
}

void TreePlayer::take_symmetries() {
  if (symmetries_taken_ || !player_.symmetries->is_done()) return;
  symmetries_taken_ = true;
  if (auto found = player_.symmetries->made()) {
    search_->set_symmetries(
        std::make_shared<const runtime::StateSymmetries>(*game_, std::move(found)));
  }
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
  // The net omits this state, which no play reaches: continue without lanes.
  loader_ = nullptr;
  search_one_by_one();
  search_->set_root(state_);
}

std::uint64_t TreePlayer::ponder(const runtime::TreeSearchLimits& limits) {
  runtime::TreeSearchLimits rest = limits;
  const auto begin = Clock::now();
  if (planner_ && planner_->is_searching() && limits.simulations == 0) {
    wait_for_plan(limits.seconds > 0 ? limits.seconds : forever, rest);
    if (!planner_->is_searching() && !planner_->plan(state_)) {
      plan_part_ = std::max(plan_part_ / 2, least_plan_part);  // it failed
    }
  }
  const std::optional<PuzzlePlan> plan = planner_ ? planner_->plan(state_) : std::nullopt;
  if (!search_->is_solved() && !(plan && plan->is_best)) {
    take_lanes(rest);
    take_winner();
    // The results stay in the solver's table. A search without a result takes time, too.
    static_cast<void>(solve_end(rest));
    subtract_time(begin, limits, rest);
    // Results about all moves are kept, whoever has the turn.
    if (think_by_evaluation(0, rest)) return search_->simulations();
    take_weights();
    take_symmetries();
    subtract_time(begin, limits, rest);
    search_->run(rest);
  }
  return search_->simulations();
}

std::optional<Thought> TreePlayer::think(runtime::Role role,
                                         const runtime::TreeSearchLimits& wanted) {
  std::optional<SolvedTurn> solved = solver_ ? solver_->turn(state_) : std::nullopt;
  if (solved && solved->mover != role) solved = std::nullopt;
  // Among moves that keep a draw, search knows where the other player may still go wrong.
  if (solved && !solved->drawn) return solved_thought(*solved);
  runtime::TreeSearchLimits limits = wanted;
  const auto begin = Clock::now();
  const std::optional<PuzzlePlan> plan = find_plan(role, limits);
  if (plan && plan->is_best) {
    Thought thought;
    take_plan(*plan, thought);
    return thought;
  }
  std::optional<EndgameValue> end;
  // The tree is not moved to another search: proofs stay.
  if (!search_->is_decided(role)) {
    take_lanes(limits);
    take_winner();
    subtract_time(begin, wanted, limits);
    if (!solved) {
      end = solve_end(limits);
      if (end && end->mover != role) end = std::nullopt;
      if (end && end->is_exact && end->margin > 0) return won_thought(*end);
      subtract_time(begin, wanted, limits);
      // Alpha-beta does not name a second move that could take the place of a refuted one.
      const bool is_exact = end && end->is_exact;
      if (is_exact) limits.seconds *= 1 - check_part;
      if (auto thought = think_by_evaluation(role, limits)) {
        subtract_time(begin, wanted, limits);
        if (is_exact) keep_end(*end, limits, *thought);
        return thought;
      }
    }
    take_weights();
    take_symmetries();
    subtract_time(begin, wanted, limits);
    if (end) limits.seconds *= 1 - (end->is_exact ? check_part : refutation_part);
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
  thought.lanes = in_lanes_ != nullptr;
  thought.tactics = in_lanes_ && in_lanes_->expansion && in_lanes_->expansion->tactical != nullptr;
  for (const std::vector<runtime::Move>& joint : report.variation) {
    std::string turn;
    for (const runtime::Move move : joint) {
      turn += (turn.empty() ? "" : " ") + game_->move_name(move);
    }
    thought.variation.push_back(std::move(turn));
  }
  for (const runtime::MoveEstimate& each : report.moves) {
    const bool exact = each.bounds.exact();
    thought.moves.push_back(
        {game_->move_name(each.move), exact ? each.bounds.low : each.value, each.visits, exact});
  }
  if (solved) keep_value(*solved, report, thought);
  if (end && !thought.proven) {
    subtract_time(begin, wanted, limits);
    keep_end(*end, limits, thought);
  }
  if (plan && plan->goal > report.known_goal) take_plan(*plan, thought);
  return thought;
}

/// Waits for the search for a plan, and subtracts the time from the limits, leaving a moment.
void TreePlayer::wait_for_plan(double seconds, runtime::TreeSearchLimits& limits) {
  const auto begin = Clock::now();
  planner_->wait(seconds, limits.stop);
  const double spent = std::chrono::duration<double>(Clock::now() - begin).count();
  if (limits.seconds > 0) limits.seconds = std::max(limits.seconds - spent, least_seconds);
}

/// Returns the known plan, after a search for a better one in part of the time.
std::optional<PuzzlePlan> TreePlayer::find_plan(runtime::Role role,
                                                runtime::TreeSearchLimits& limits) {
  if (!planner_ || limits.simulations > 0) return std::nullopt;
  const std::optional<PuzzlePlan> known = planner_->plan(state_);
  if ((known && known->is_best) || limits.seconds <= 0 || search_->is_decided(role)) return known;
  const double seconds = plan_part_ * limits.seconds;
  planner_->begin(state_, seconds);
  if (!planner_->is_searching()) return known;
  wait_for_plan(seconds, limits);
  planner_->end();
  const std::optional<PuzzlePlan> found = planner_->plan(state_);
  const bool is_better = found && (!known || found->goal > known->goal);
  plan_part_ = is_better ? plan_part : std::max(plan_part_ / 2, least_plan_part);
  return found;
}

void TreePlayer::take_plan(const PuzzlePlan& plan, Thought& thought) {
  thought.plan = {plan.moves.size(), plan.goal, plan.method};
  thought.value = plan.goal;
  thought.proven = plan.is_best;
  thought.move = first_.game->move_name(plan.moves.front());
  thought.variation.clear();
  for (const runtime::Move move : plan.moves) {
    if (thought.variation.size() == longest_line) break;
    thought.variation.push_back(first_.game->move_name(move));
  }
}

Thought TreePlayer::solved_thought(const SolvedTurn& turn) {
  Thought thought;
  thought.move = first_.game->move_name(turn.moves.front());
  thought.value = turn.goal;
  thought.proven = true;
  thought.plies = turn.plies;
  thought.variation = solver_->line(state_, longest_line);
  return thought;
}

/// Returns nothing if the end of the game is too far away, or solving it is not wanted.
std::optional<EndgameValue> TreePlayer::solve_end(const runtime::TreeSearchLimits& limits) {
  if (!endgames_ || limits.simulations > 0 || limits.seconds <= 0) return std::nullopt;
  return endgames_->solve(state_, end_part * limits.seconds, limits.stop);
}

Thought TreePlayer::won_thought(const EndgameValue& value) {
  Thought thought;
  thought.move = first_.game->move_name(*value.move);
  thought.value = value.goal;
  thought.proven = true;
  thought.evaluated = value.states;
  thought.solves_end = true;
  return thought;
}

/// Takes another move if the chosen one does not keep the value, or is refuted before the value is
/// known. Where several keep it, search knows where the other player may go wrong.
void TreePlayer::keep_end(const EndgameValue& value, const runtime::TreeSearchLimits& limits,
                          Thought& thought) {
  EndgameValue wanted = value;
  if (!value.is_exact) wanted.margin = std::max(wanted.margin, 0);
  const auto begin = Clock::now();
  runtime::TreeSearchLimits rest = limits;
  const auto is_kept = [&](const std::string& name) {
    subtract_time(begin, limits, rest);
    const auto move = first_.game->find_move(name);
    return move ? endgames_->keeps(state_, wanted, *move, rest.seconds, rest.stop) : std::nullopt;
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
    if (value.move && !is_kept(thought.move).value_or(false)) {
      take(first_.game->move_name(*value.move));
    }
    if (!endgames_->suits()) return;
    thought.value = value.goal;
    thought.proven = true;
    return;
  }
  if (is_kept(thought.move).value_or(true)) return;
  if (value.move && value.margin >= 0) {
    take(first_.game->move_name(*value.move));
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

/// Takes the move that search prefers among those that lose nothing.
void TreePlayer::keep_value(const SolvedTurn& turn, const runtime::TreeSearchReport& report,
                            Thought& thought) {
  thought.value = turn.goal;
  thought.proven = true;
  const auto kept = [&](const runtime::MoveEstimate& estimate) {
    const auto move = first_.game->find_move(game_->move_name(estimate.move));
    return move && std::find(turn.moves.begin(), turn.moves.end(), *move) != turn.moves.end();
  };
  const auto best = std::find_if(report.moves.begin(), report.moves.end(), kept);
  if (best == report.moves.begin()) return;
  if (best == report.moves.end()) {
    thought = solved_thought(turn);
    return;
  }
  thought.move = game_->move_name(best->move);
  thought.variation.clear();
}

}  // namespace tesuji::driver
