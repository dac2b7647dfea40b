// Plays by tree search: at once with the engine that is ready first, in lanes as soon as they are
// compiled.
#pragma once

#include "backend/driver/load.h"
#include "backend/players/alpha_beta_player.h"
#include "backend/players/endgame_solver.h"
#include "backend/players/game_solver.h"
#include "backend/players/lane_loader.h"
#include "backend/players/puzzle_planner.h"
#include "backend/players/search_contest.h"
#include "backend/players/symmetry_loader.h"
#include "backend/players/thought.h"
#include "runtime/host/mcts/tree_search.h"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace tesuji::driver {

/// Creates the move priors for the loaded game; null: none.
using PriorMaker = std::function<runtime::MovePriorFactory(const LoadedGame& game)>;

/// Creates a search for plans of the loaded game, which must have one role.
using PlanMaker = std::function<runtime::PlanSearch(const LoadedGame& game)>;

struct TreePlayerOptions {
  runtime::TreeSearchOptions search;
  std::uint64_t step_limit = 2'000;  ///< maximum number of moves of a playout
  bool cut_sooner = true;            ///< as in RolloutOptions
  /// Waits for lanes before the first move, so that every move is searched alike.
  bool wait = false;
  /// Always uses lanes if there are any; otherwise only if a leaf in lanes takes at most four
  /// fifths of the measured time of a single leaf, or of the tree's time. Otherwise plays by the
  /// net from which the lanes were made, or by the game itself, whichever is faster.
  bool always_lanes = false;
  std::size_t leaves = 64;     ///< at a time, in lanes
  std::uint32_t playouts = 1;  ///< initial number of playouts from each leaf, in lanes
  /// Playouts in lanes prefer moves that did well in the tree: after enough playouts, lanes are
  /// compiled again with weights of moves, in the background (with `wait` as part of a move).
  /// Requires history.
  bool weighted = false;
  /// Searches in the way that wins this contest, once it is over (with `wait` before the first
  /// move). The contest begins when the player is made. Null: no contest.
  std::shared_ptr<SearchContest> contest{};
  /// Solves a small game within this many seconds after the player was made, in the background
  /// (with `wait` before the first move), with a quarter of the search's memory; 0: does not try.
  /// In a game with one role, searches for a plan in part of this time.
  double solve_seconds = 0;
  /// Solves positions near the end of a game for two in part of a move's time, with an eighth of
  /// the search's memory. Not used if simulations are limited.
  bool endgames = true;
  /// Learns the evaluation that orders moves there; empty: none.
  EvaluationLearner end_order_learner{};
  /// Tries only one of several moves that are equivalent by a symmetry of the state, as soon as
  /// symmetries are known (with `wait` before the first move); null: tries all.
  std::shared_ptr<SymmetryLoader> symmetries{};
  /// In games with one role, searches for plans in part of a move's time and with half of the
  /// search's memory, and plays them if search knows nothing better; empty: no plans. Not used if
  /// simulations are limited.
  PlanMaker plans{};
  PriorMaker priors{};  ///< empty: no priors
  /// Values of leaves, in logits, and their weight relative to playouts
  /// (runtime::evaluated_rollouts); empty: only playouts. For two roles.
  EvaluationMaker leaf_values{};
  float leaf_weight = 0.5F;
};

/// Whether a limit allows too few simulations for lanes: the tree would learn too little from one
/// batch of leaves to the next. Unless TreePlayerOptions::always_lanes is set, lanes are not used
/// then, and need not be compiled.
[[nodiscard]] bool is_few_for_lanes(const runtime::TreeSearchLimits& limits, std::size_t leaves);

/// Plays one game without percepts (GDL-I). Not thread-safe; think() searches in its own threads.
class TreePlayer {
 public:
  /// `game`: used first; on the engine tiers it is ready soonest. `lanes`: the same game for
  /// playouts in lanes, which may be shared; null: no lanes. Throws runtime::LimitReached as the
  /// game does for its initial state.
  TreePlayer(const LoadedGame& game, std::shared_ptr<LaneLoader> lanes, TreePlayerOptions player);
  ~TreePlayer();
  TreePlayer(const TreePlayer&) = delete;
  TreePlayer& operator=(const TreePlayer&) = delete;

  /// Forgets all results, for another match.
  void forget();

  /// Sets the state of the match, which must be a state of the constructor's game.
  void set_state(runtime::StateView state);

  /// Returns nothing if the role has no move there. Throws runtime::LimitReached.
  [[nodiscard]] std::optional<Thought> think(runtime::Role role,
                                             const runtime::TreeSearchLimits& limits);

  /// Searches ahead, even if the role has one move or it is another role's turn; think() reuses the
  /// results. Returns the number of playouts from this state. Throws runtime::LimitReached.
  std::uint64_t ponder(const runtime::TreeSearchLimits& limits);

  /// Whether it searches for plans; then a move must be computed in one call of think(), not in
  /// parts.
  [[nodiscard]] bool is_planning() const { return planner_ != nullptr; }

 private:
  void take_lanes(const runtime::TreeSearchLimits& limits);
  void take_winner();
  [[nodiscard]] std::optional<Thought> think_by_evaluation(runtime::Role role,
                                                           const runtime::TreeSearchLimits& limits);
  void take_weights();
  void take_symmetries();
  void search_one_by_one();
  void search_by(const LoadedGame& game, const runtime::RolloutFactory& rollouts);
  [[nodiscard]] runtime::RolloutFactory rollouts_of(std::shared_ptr<const BatchGame> game) const;
  [[nodiscard]] runtime::RolloutFactory evaluated(const LoadedGame& game,
                                                  runtime::RolloutFactory rollouts) const;
  [[nodiscard]] runtime::RolloutOptions rollout_options() const;
  [[nodiscard]] Thought solved_thought(const SolvedTurn& turn);
  void keep_solved(const SolvedTurn& turn, const runtime::TreeSearchReport& report,
                   Thought& thought);
  [[nodiscard]] std::optional<EndgameValue> solve_end(const runtime::TreeSearchLimits& limits);

  LoadedGame first_;
  TreePlayerOptions player_;
  runtime::State state_;                       ///< of `first_`
  std::shared_ptr<const runtime::Game> game_;  ///< the game that is searched
  std::unique_ptr<runtime::TreeSearch> search_;
  std::unique_ptr<GameSolver> solver_;         ///< null: the game is not to be solved
  std::unique_ptr<EndgameSolver> endgames_;    ///< null: not solved
  std::unique_ptr<PuzzlePlanner> planner_;     ///< null: does not search for plans
  std::shared_ptr<LaneLoader> lanes_;          ///< null: no lanes
  std::shared_ptr<LaneLoader> loader_;         ///< the same; null: no longer used in this match
  std::shared_ptr<const BatchGame> in_lanes_;  ///< the searched game, if it has lanes
  std::unique_ptr<LaneLoader> weighted_;       ///< the same with weights; null: not started
  runtime::MovePriorFactory priors_;           ///< of `priors_of_`
  std::shared_ptr<const runtime::Game> priors_of_;
  std::unique_ptr<AlphaBetaPlayer> alpha_beta_;  ///< if it won the contest; else null
  int measurements_ = 0;                         ///< of the fastest way, in this match
  bool weights_taken_ = false;
  bool symmetries_taken_ = false;  ///< whether `search_` uses them, or none exist
};

}  // namespace tesuji::driver
