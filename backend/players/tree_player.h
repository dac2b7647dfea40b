// A player by tree search: at once with what plays soon, in lanes as soon as these are compiled.
#pragma once

#include "backend/driver/load.h"
#include "backend/players/game_solver.h"
#include "backend/players/lane_loader.h"
#include "backend/players/puzzle_planner.h"
#include "backend/players/symmetry_loader.h"
#include "backend/players/thought.h"
#include "runtime/host/mcts/tree_search.h"
#include "runtime/host/search/alpha_beta.h"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace tesuji::driver {

/// Makes what knows moves of a game beforehand, for the game as it is loaded; null: nothing does.
using PriorMaker = std::function<runtime::MovePriorFactory(const LoadedGame& game)>;

/// Makes an evaluation of states of the game as it is loaded, for one thread; null: it cannot.
using EvaluationMaker = std::function<std::unique_ptr<runtime::Evaluation>(const LoadedGame& game)>;

/// Makes a search for plans of the game as it is loaded, which has one role.
using PlanMaker = std::function<runtime::PlanSearch(const LoadedGame& game)>;

struct TreePlayerOptions {
  runtime::TreeSearchOptions search;
  std::uint64_t step_limit = 2'000;  ///< moves of a playout
  bool cut_sooner = true;            ///< as of RolloutOptions
  /// Lanes are waited for before the first move, so that every move is searched alike.
  bool wait = false;
  /// Lanes are used wherever there are any; otherwise where a leaf in lanes takes four fifths of
  /// the time of one by itself, or less, which is measured, or of the tree's. Else the net plays
  /// that the lanes were made of, or the game itself, whichever is faster.
  bool always_lanes = false;
  std::size_t leaves = 64;     ///< at a time, in lanes
  std::uint32_t playouts = 1;  ///< from each, in lanes, to begin with
  /// Playouts in lanes prefer moves that did well in the tree: once there were enough of them,
  /// lanes are compiled once more, in the background (with `wait` as part of a move), with weights
  /// of moves. Needs history.
  bool weighted = false;
  /// Where the game is small, it is solved within so many seconds since the player was made, in the
  /// background (with `wait` beforehand), and a quarter of the search's memory; 0: it is not tried.
  /// Of a game with one role a plan is looked for in a part of this time.
  double solve_seconds = 0;
  /// Moves that are alike but for a symmetry of the state are tried once, as soon as symmetries are
  /// known (with `wait` before the first move); null: all are tried.
  std::shared_ptr<SymmetryLoader> symmetries{};
  /// In games with one role, plans are looked for in a part of the time of a move, and half of the
  /// search's memory, and played where search knows nothing better; empty: none are. Not where
  /// simulations are limited.
  PlanMaker plans{};
  PriorMaker priors{};  ///< empty: none
  /// Of leaves, in logits, with its weight beside playouts (runtime::evaluated_rollouts); empty:
  /// playouts alone. For two roles.
  EvaluationMaker leaf_values{};
  float leaf_weight = 0.5F;
};

/// Plays one game. Not thread-safe; think() searches in threads of its own. Of games without
/// percepts (GDL-I).
class TreePlayer {
 public:
  /// `game` is what is played by at first: by tiers, it is there soonest. `lanes` has the same game
  /// for playouts in lanes, and may be shared; null: no lanes. Throws runtime::LimitReached as the
  /// game does of its initial state.
  TreePlayer(const LoadedGame& game, std::shared_ptr<LaneLoader> lanes, TreePlayerOptions player);
  ~TreePlayer();
  TreePlayer(const TreePlayer&) = delete;
  TreePlayer& operator=(const TreePlayer&) = delete;

  /// Forgets what was found: another match begins.
  void forget();

  /// The state that the match is in; a state of the game that it was made with.
  void set_state(runtime::StateView state);

  /// Nothing where the role has no move there. Throws runtime::LimitReached.
  [[nodiscard]] std::optional<Thought> think(runtime::Role role,
                                             const runtime::TreeSearchLimits& wanted);

  /// Searches ahead, also where the role has one move, or it is others' turn; think() goes on from
  /// what was found. Returns the number of playouts from this state. Throws runtime::LimitReached.
  std::uint64_t ponder(const runtime::TreeSearchLimits& limits);

  /// Whether it looks for plans; then a move is thought of at once, and not in parts.
  [[nodiscard]] bool is_planning() const { return planner_ != nullptr; }

  /// Whether lanes are in use, or will never be.
  [[nodiscard]] bool is_settled() const;

 private:
  enum class Fastest : std::uint8_t { first, net, lanes };  ///< what leaves are played by
  [[nodiscard]] Fastest fastest(const BatchGame& game, const runtime::State& state) const;
  void take_lanes();
  void take_weights();
  void take_symmetries();
  void search_one_by_one();
  void search_by(const LoadedGame& game, const runtime::RolloutFactory& rollouts);
  [[nodiscard]] runtime::RolloutFactory rollouts_of(std::shared_ptr<const BatchGame> game) const;
  [[nodiscard]] runtime::RolloutFactory evaluated(const LoadedGame& game,
                                                  runtime::RolloutFactory rollouts) const;
  [[nodiscard]] runtime::RolloutOptions rollout_options() const;
  [[nodiscard]] MoveWeights weights_of_moves() const;
  [[nodiscard]] std::optional<PuzzlePlan> find_plan(runtime::Role role,
                                                    runtime::TreeSearchLimits& limits);
  void wait_for_plan(double seconds, runtime::TreeSearchLimits& limits);
  void take_plan(const PuzzlePlan& plan, Thought& thought);
  [[nodiscard]] Thought solved_thought(const SolvedTurn& turn);
  void keep_value(const SolvedTurn& turn, const runtime::TreeSearchReport& report,
                  Thought& thought);

  LoadedGame first_;
  TreePlayerOptions player_;
  runtime::State state_;                       ///< of `first_`
  std::shared_ptr<const runtime::Game> game_;  ///< that is searched
  std::unique_ptr<runtime::TreeSearch> search_;
  std::unique_ptr<GameSolver> solver_;         ///< null: the game is not to be solved
  std::unique_ptr<PuzzlePlanner> planner_;     ///< null: plans are not looked for
  double plan_part_ = 0;                       ///< of the time for a move, for a search for a plan
  std::shared_ptr<LaneLoader> lanes_;          ///< null: no lanes
  std::shared_ptr<LaneLoader> loader_;         ///< the same; null: none in this match any more
  std::shared_ptr<const BatchGame> in_lanes_;  ///< what is searched, where it has lanes
  std::unique_ptr<LaneLoader> weighted_;       ///< the same with weights; null: not begun
  runtime::MovePriorFactory priors_;           ///< of `priors_of_`
  std::shared_ptr<const runtime::Game> priors_of_;
  bool weights_taken_ = false;
  bool symmetries_taken_ = false;  ///< by `search_`, or there are none
};

}  // namespace tesuji::driver
