// Finds out whether search is stronger with tactics of playouts, by matches against itself.
//
// Tactics (passes/lanes/tactical_moves.h) make playouts wiser and slower. Which of the two counts
// for more depends on the game and on the machine, so that it is tried: matches at equal time, with
// roles exchanged after each opening. The result is kept in the object cache by the game's rules.
#pragma once

#include "backend/open/batch_game.h"
#include "backend/players/background.h"
#include "backend/players/lane_loader.h"

#include <cstdint>
#include <memory>

namespace tesuji::driver {

struct ContestOptions {
  double move_seconds = 0.01;
  std::uint64_t simulations = 0;  ///< of a move; 0: no limit
  std::size_t pairs = 20;         ///< of matches, at most
  double seconds = 40;            ///< for all matches, at most; 0: no limit
  std::uint64_t seed = 1;         ///< of openings and searches
};

/// Results of the first game against the second.
struct ContestScore {
  std::size_t matches = 0;
  double points = 0;  ///< 1 for a match that it won, one half for a draw

  /// Whether chance would hardly let an equal reach these points: more than half of them by three
  /// standard deviations of fair coins, or by one after all matches.
  [[nodiscard]] bool is_better(bool is_over) const;
  [[nodiscard]] bool is_worse() const;
};

/// Plays until all pairs are played, time is over, one is surely better, or a StopScope stops it.
/// Both are the same game with lanes, for two roles. Throws runtime::LimitReached.
[[nodiscard]] ContestScore play_contest(const BatchGame& first, const BatchGame& second,
                                        const ContestOptions& options = {});

/// Holds the contest in the background, once for all players that share it. Thread-safe.
class TacticsContest {
 public:
  /// `lanes`: the game without tactics.
  explicit TacticsContest(std::shared_ptr<LaneLoader> lanes);

  /// Starts it, unless it was started before.
  void begin() { winner_.begin(); }
  /// Returns when it is done.
  void wait() { winner_.wait(); }
  [[nodiscard]] bool is_done() const { return winner_.is_done(); }
  /// Returns the game with tactics if it is better; null until it is done, or if tactics do not
  /// suit the game.
  [[nodiscard]] std::shared_ptr<const BatchGame> winner() const { return winner_.made(); }

 private:
  [[nodiscard]] std::shared_ptr<const BatchGame> hold() const;

  std::shared_ptr<LaneLoader> lanes_;
  Background<BatchGame> winner_;
};

}  // namespace tesuji::driver
