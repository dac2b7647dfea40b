// Finds out whether search is stronger with tactics of playouts, by matches against itself.
//
// Tactics (passes/lanes/tactical_moves.h) improve playouts but slow them down. Which effect is
// larger depends on the game and the machine, so matches at equal time decide, with roles exchanged
// after each opening. The result is kept in the object cache by the rules, this program's net
// passes and the width of lanes.
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

  /// Whether there were enough matches to tell.
  [[nodiscard]] bool is_decided() const;
  /// Returns whether the lead is significant: at least three standard deviations of fair coin
  /// tosses, or one if no more matches follow.
  [[nodiscard]] bool is_better(bool is_over) const;
  [[nodiscard]] bool is_worse() const;
};

/// Plays until all pairs are played, time is over, one is surely better, or a StopScope stops it.
/// Both are the same game with lanes, for two roles, without chance. Throws runtime::LimitReached.
[[nodiscard]] ContestScore play_contest(const BatchGame& first, const BatchGame& second,
                                        const ContestOptions& options = {});

/// Holds the contest in the background, once for all players that share it. Thread-safe.
class TacticsContest {
 public:
  /// `lanes`: the game without tactics.
  explicit TacticsContest(std::shared_ptr<LaneLoader> lanes, const ContestOptions& options = {});

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
  ContestOptions options_;
  Background<BatchGame> winner_;
};

}  // namespace tesuji::driver
