#include "backend/players/tree_player.h"

#include "backend/players/leaf_speed.h"
#include "backend/players/move_time.h"
#include "backend/players/move_weights.h"
#include "runtime/host/mcts/evaluated_rollouts.h"
#include "runtime/host/memory/cpu_time.h"

#include <algorithm>
#include <utility>

namespace tesuji::driver {
namespace {

/// A limit of simulations must allow at least this many batches of leaves.
constexpr std::uint64_t least_calls = 64;
/// A measurement in which lanes lose is repeated at so many later moves, since other processes may
/// have disturbed it; but not if it took more seconds than this.
constexpr int most_measurements = 8;
constexpr double most_measuring_seconds = 0.02;
/// Alpha-beta's table may take one byte of so many.
constexpr std::size_t table_part = 8;

/// Fraction of a move's time, and of the other role's, for solving the end of the game; and what is
/// kept back of the rest, to see whether the preferred move keeps a known value, or is refuted.
constexpr double end_part = 0.3;
constexpr double check_part = 0.1;
constexpr double refutation_part = 0.25;
/// The solver's table may take one byte of so many.
constexpr std::size_t end_memory_part = 8;

void take_plan(const PuzzlePlan& plan, const runtime::Game& game, Thought& thought) {
  thought.plan = {plan.moves.size(), plan.goal, plan.method};
  thought.value = plan.goal;
  thought.proven = plan.is_best;
  thought.move = game.move_name(plan.moves.front());
  thought.variation.clear();
  for (const runtime::Move move : plan.moves) {
    if (thought.variation.size() == longest_line) break;
    thought.variation.push_back(game.move_name(move));
  }
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
    endgames_ = std::make_unique<EndgameSolver>(first_, part, player_.end_order_learner);
  }
  search_one_by_one();
  set_state(first_.game->initial());
  if (planner_ && player_.solve_seconds > 0) {
    planner_->prepare(state_, player_.solve_seconds, player_.wait);
  }
  if (player_.symmetries) {
    player_.symmetries->begin();
    if (player_.wait) player_.symmetries->wait();
  }
  if (!loader_) return;
  loader_->begin();
  if (player_.contest) player_.contest->begin(first_);
  if (!player_.wait) return;
  loader_->wait();
  if (player_.contest) player_.contest->wait();
}

TreePlayer::~TreePlayer() = default;

void TreePlayer::forget() {
  if (planner_) planner_->forget();
  if (endgames_) endgames_->forget();
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

void TreePlayer::take_lanes(const runtime::TreeSearchLimits& limits) {
  if (in_lanes_ || !loader_ || !loader_->is_done() || player_.search.amaf > 0) return;
  if (is_few_for_lanes(limits, player_.leaves) && !player_.always_lanes) return;
  const std::shared_ptr<const BatchGame> loaded = loader_->game();
  const std::vector<std::string> fluents = first_.game->fluents(state_);
  const std::optional<runtime::State> state =
      loaded ? loaded->loaded.game->state_of(fluents) : std::nullopt;
  if (!state || !runtime::begins_in_lanes(*loaded->lanes, *state)) {
    loader_ = nullptr;
    return;
  }
  const double begin = runtime::thread_seconds();
  const std::optional<LeafWay> measured =
      player_.always_lanes
          ? LeafWay::lanes
          : fastest_leaves(first_, state_, *loaded, *state, rollout_options(),
                           {.leaves = player_.leaves, .playouts = player_.playouts}, limits);
  if (!measured && limits.stop != nullptr && *limits.stop) return;  // not the game's fault
  const LeafWay way = measured.value_or(LeafWay::first);
  const bool took_long = measured && runtime::thread_seconds() - begin > most_measuring_seconds;
  const bool is_last = ++measurements_ == most_measurements || took_long;
  if (way != LeafWay::lanes && is_last) loader_ = nullptr;
  const bool is_first = game_ == first_.game;
  if (way == LeafWay::first || (way == LeafWay::net && !is_first)) return;
  in_lanes_ = way == LeafWay::lanes ? loaded : nullptr;
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
    alpha_beta_ = AlphaBetaPlayer::make(winner->searched(), winner->evaluation,
                                        player_.search.memory / table_part);
    return;
  }
  if (winner->way == SearchWay::amaf_tree) {
    if (player_.search.amaf > 0) return;
    player_.search.amaf = amaf_of_contest;
    loader_ = nullptr;
    search_one_by_one();
    search_->set_root(state_);
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

void TreePlayer::take_weights() {
  if (!player_.weighted || !in_lanes_ || weights_taken_) return;
  // Lanes with weights are compiled with the loader's tactics, not with those that won.
  if (lanes_ && in_lanes_ != lanes_->game()) return;
  if (!weighted_) {
    MoveWeights weights = weights_of_moves(*search_, *game_);
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
  const MoveTime time(limits);
  if (planner_ && limits.simulations == 0) planner_->go_on(state_, limits.seconds, limits.stop);
  const std::optional<PuzzlePlan> plan = planner_ ? planner_->plan(state_) : std::nullopt;
  if (search_->is_solved() || (plan && plan->is_best)) return search_->simulations();
  take_lanes(time.rest());
  take_winner();
  // The results stay in the solver's table. A search without a result takes time, too.
  static_cast<void>(solve_end(time.rest()));
  // Results about all moves are kept, whoever has the turn.
  if (think_by_evaluation(0, time.rest())) return search_->simulations();
  take_weights();
  take_symmetries();
  search_->run(time.rest());
  return search_->simulations();
}

std::optional<Thought> TreePlayer::think(runtime::Role role,
                                         const runtime::TreeSearchLimits& limits) {
  std::optional<SolvedTurn> solved = solver_ ? solver_->turn(state_) : std::nullopt;
  if (solved && solved->mover != role) solved = std::nullopt;
  // Among moves that keep a draw, search knows where the other player may still go wrong.
  if (solved && !solved->drawn) return solved_thought(*solved);
  const MoveTime time(limits);
  const bool is_decided = search_->is_decided(role);
  std::optional<PuzzlePlan> plan;
  if (planner_ && limits.simulations == 0) {
    plan = is_decided ? planner_->plan(state_)
                      : planner_->improve(state_, limits.seconds, limits.stop);
  }
  if (plan && plan->is_best) {
    Thought thought;
    take_plan(*plan, *first_.game, thought);
    return thought;
  }
  std::optional<EndgameValue> end;
  // The tree is not moved to another search: proofs stay.
  if (!is_decided) {
    take_lanes(time.rest());
    take_winner();
    if (!solved) {
      end = solve_end(time.rest());
      if (end && end->mover != role) end = std::nullopt;
      if (end && end->is_exact && end->margin > 0) return won_thought(*end, *first_.game);
      // Alpha-beta does not name a second move that could take the place of a refuted one.
      const bool is_exact = end && end->is_exact;
      if (auto thought = think_by_evaluation(role, time.rest(is_exact ? 1 - check_part : 1))) {
        if (is_exact) keep_value(*endgames_, *first_.game, state_, *end, time.rest(), *thought);
        return thought;
      }
    }
    take_weights();
    take_symmetries();
    const double kept_back = !end ? 0 : end->is_exact ? check_part : refutation_part;
    search_->run(time.rest(1 - kept_back));
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
  if (solved) keep_solved(*solved, report, thought);
  if (end && !thought.proven)
    keep_value(*endgames_, *first_.game, state_, *end, time.rest(), thought);
  if (plan && plan->goal > report.known_goal) take_plan(*plan, *first_.game, thought);
  return thought;
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

/// Takes the move that search prefers among those that lose nothing.
void TreePlayer::keep_solved(const SolvedTurn& turn, const runtime::TreeSearchReport& report,
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
