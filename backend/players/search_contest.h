// Finds out how a game is searched best, by matches of one search against another.
//
// Tactics (passes/lanes/tactical_moves.h) improve playouts but slow them down; last states of
// playouts (runtime/host/mcts/all_moves_as_first.h) say much of moves in some games, and mislead in
// others; and alpha-beta with an evaluation (docs/engines/evaluations.md) knows in some games what
// playouts do not show. Which is stronger depends on the game and the machine, so matches at equal
// time decide, with roles exchanged after each opening. The winner must not lose against plain tree
// search at longer moves, since results at short moves do not always hold there; if it does, the
// way that it beat is tried. The result is kept in the object cache by the rules, whatever their
// words, the sources of net passes, the width of lanes, threads and learners, if more matches would
// hardly change it. Games without lanes have no contest. Beside other threads it takes about a
// tenth of a processor.
#pragma once

#include "backend/driver/load.h"
#include "backend/open/batch_game.h"
#include "backend/players/alpha_beta_player.h"
#include "backend/players/background.h"
#include "backend/players/lane_loader.h"
#include "runtime/host/mcts/tree_search.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>

namespace tesuji::driver {

/// How a game is searched.
enum class SearchWay : std::uint8_t {
  tree,           ///< Monte-Carlo tree search with random playouts in lanes
  tactical_tree,  ///< the same with tactics of playouts
  amaf_tree,      ///< playouts one by one, and estimates of moves by their last states
  by_goal,        ///< alpha-beta with an evaluation made of the goal
  by_fluents,     ///< alpha-beta with an evaluation by which fluents hold
  by_patterns     ///< alpha-beta with an evaluation by what a few squares hold together
};

/// Value of TreeSearchOptions::amaf for SearchWay::amaf_tree.
inline constexpr double amaf_of_contest = 300;

/// Ways from by_goal on.
[[nodiscard]] constexpr bool is_alpha_beta(SearchWay way) {
  return way >= SearchWay::by_goal;
}

/// The way that won, with what it needs.
struct SearchChoice {
  SearchWay way = SearchWay::tree;
  std::shared_ptr<const BatchGame> game;  ///< with lanes; not null
  EvaluationMaker evaluation{};           ///< for alpha-beta; else empty
  LoadedGame single{};  ///< that is searched without lanes; without a game: that of `game`

  [[nodiscard]] const LoadedGame& searched() const { return single.game ? single : game->loaded; }
};

struct ContestOptions {
  double move_seconds = 0.01;
  std::uint64_t simulations = 0;                ///< of a move, or states of alpha-beta; 0: no limit
  std::size_t pairs = 20;                       ///< of matches, at most
  double seconds = 40;                          ///< for all matches, at most; 0: no limit
  std::size_t memory = std::size_t{64} << 20U;  ///< bytes of each of the two searches
  unsigned threads = 1;                         ///< of tree search; alpha-beta has one
  std::uint64_t seed = 1;                       ///< of openings and searches

  /// Returns options for few matches with longer moves, which confirm a winner.
  [[nodiscard]] ContestOptions longer() const;
};

/// Results of the first search against the second, judged by a sequential probability ratio test
/// (Wald 1945) of a score of 0.7 against one of 0.5, with errors of 10 %.
struct ContestScore {
  std::size_t matches = 0;
  double points = 0;  ///< 1 for a match that it won, one half for a draw

  /// Whether the test has found it stronger; or, if no more than the 12 or more matches follow,
  /// whether it leads by at least the standard deviation of fair coin tosses.
  [[nodiscard]] bool is_better(bool is_over) const;
  /// Whether the test has found that it is not stronger.
  [[nodiscard]] bool is_no_better() const;
  /// Whether it won at least half of few matches.
  [[nodiscard]] bool is_confirmed() const;
  /// Whether more matches would hardly change the result.
  [[nodiscard]] bool is_decided() const;
};

/// Plays until all pairs are played, time is over, the test has ended, or a StopScope stops it.
/// Both search the same game, which has lanes, two roles, and no chance. Throws
/// runtime::LimitReached, and runtime::TurnError if alpha-beta meets a state in which both roles
/// have a choice.
[[nodiscard]] ContestScore play_contest(const SearchChoice& first, const SearchChoice& second,
                                        const ContestOptions& options = {});

/// Returns the options of a contest for a player that searches in this way.
[[nodiscard]] inline ContestOptions contest_for(const runtime::TreeSearchOptions& player) {
  constexpr std::size_t part = 16;
  ContestOptions options;
  options.memory = std::min(options.memory, player.memory / part);
  options.threads = player.threads;
  return options;
}

/// Holds contests in the background, once for all players that share it. Thread-safe.
class SearchContest {
 public:
  /// `lanes`: the game without tactics. Without `learners` alpha-beta
  /// does not take part.
  explicit SearchContest(std::shared_ptr<LaneLoader> lanes, EvaluationLearners learners = {},
                         const ContestOptions& options = {});

  /// Starts it, unless it was started before. `single`: the same game, for amaf_tree, and for
  /// alpha-beta where no evaluation is learned from the game of lanes, as in chess.
  void begin(const LoadedGame& single);
  /// Returns when it is done. If it was not started, amaf_tree does not take part.
  void wait() { winner_.wait(); }
  [[nodiscard]] bool is_done() const { return winner_.is_done(); }
  /// Returns the way that won against tree search without tactics; null until it is done, or if
  /// none did.
  [[nodiscard]] std::shared_ptr<const SearchChoice> winner() const { return winner_.made(); }

 private:
  [[nodiscard]] std::shared_ptr<const SearchChoice> hold() const;
  [[nodiscard]] const EvaluationLearner& learner_of(SearchWay way) const;
  [[nodiscard]] std::optional<ContestScore> confirm(const SearchChoice& winner,
                                                    const SearchChoice& tree) const;
  [[nodiscard]] std::optional<SearchChoice> challenger(SearchWay way,
                                                       const SearchChoice& tree) const;

  std::shared_ptr<LaneLoader> lanes_;
  EvaluationLearners learners_;
  ContestOptions options_;
  std::once_flag offered_;
  LoadedGame single_;  ///< may have no game
  Background<SearchChoice> winner_;
};

}  // namespace tesuji::driver
