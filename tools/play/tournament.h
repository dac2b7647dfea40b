// Plays many matches between the same players, several at once, and computes their scores: with
// confidence intervals of 95 %, and as Elo differences.
#pragma once

#include "backend/driver/load.h"
#include "tools/play/seat.h"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace tesuji::tools {

/// A mean of numbers from 0 to 1 with its 95 % confidence interval, which is within 0 and 1.
struct ScoreInterval {
  double mean = 0;
  double low = 0;
  double high = 1;
};

/// The results of one player.
class MatchScore {
 public:
  /// `score`: 1 for a win, 0 for a loss, in between for a draw or a shared win. `goal`: 0..100.
  void add(double score, int goal);
  /// Ends a round, in which the player had every role once, with this mean score. Matches of a
  /// round begin alike, so the confidence interval is that of the mean of rounds.
  void end_round(double mean);
  void count_time(double seconds);
  /// Counts moves that the player could not choose as described, with the reason for the first of
  /// them.
  void count_fallbacks(std::uint64_t count, const std::string& reason);

  [[nodiscard]] std::uint64_t games() const { return games_; }
  [[nodiscard]] std::uint64_t wins() const { return wins_; }
  [[nodiscard]] std::uint64_t losses() const { return losses_; }
  /// Returns the score over rounds; nothing before the first has ended. The interval is that of
  /// Agresti and Coull (The American Statistician 52, 1998), which is sound for few rounds: the
  /// normal one after four more rounds, two of them won and two lost, cut to 0 and 1.
  [[nodiscard]] std::optional<ScoreInterval> score() const;
  [[nodiscard]] std::uint64_t rounds() const { return rounds_; }
  /// Returns nothing if no match had a result.
  [[nodiscard]] std::optional<double> mean_goal() const;
  [[nodiscard]] std::uint64_t moves() const { return moves_; }
  /// Returns nothing if the player made no move.
  [[nodiscard]] std::optional<double> mean_seconds() const;
  [[nodiscard]] double worst_seconds() const { return worst_seconds_; }
  [[nodiscard]] std::uint64_t fallbacks() const { return fallbacks_; }
  [[nodiscard]] const std::string& reason() const { return reason_; }  ///< of the first of them

 private:
  std::uint64_t games_ = 0;
  std::uint64_t wins_ = 0;
  std::uint64_t losses_ = 0;
  std::uint64_t rounds_ = 0;
  double sum_ = 0;      ///< over rounds
  double squares_ = 0;  ///< over rounds
  std::uint64_t goals_ = 0;
  std::uint64_t moves_ = 0;
  double seconds_ = 0;
  double worst_seconds_ = 0;
  std::uint64_t fallbacks_ = 0;
  std::string reason_;
};

/// Returns the Elo difference that corresponds to a score between two players; nothing for 0 and 1,
/// where it is unbounded.
[[nodiscard]] std::optional<double> elo_of(double score);

/// Returns the score of each role in one match with these goals: the highest goal wins; roles that
/// share it divide the win; a role that is alone has its goal's fraction of 100.
[[nodiscard]] std::vector<double> scores_of(const std::vector<int>& goals);

struct TournamentOptions {
  std::vector<std::string> players;  ///< one for each role that is not chance
  std::uint64_t rounds = 20;
  std::uint32_t opening = 2;  ///< random moves of each role
  std::uint64_t seed = 1;
  std::uint64_t step_limit = 1'000;  ///< joint moves; 0: no limit
  unsigned parallel = 1;             ///< matches at a time
  driver::Options game;              ///< how the game was loaded
  EvaluationContext evaluation;
  SearchContext search;  ///< memory: of all trees together
  RemoteContext remote;
  /// Called after each round, with the number of finished rounds and the first player's score so
  /// far; may be empty.
  std::function<void(std::uint64_t rounds, std::optional<ScoreInterval> score)> progress;
};

struct TournamentResult {
  /// By player. Only rounds in which every match had a result count for the scores.
  std::vector<MatchScore> scores;
  std::uint64_t matches = 0;
  std::uint64_t unfinished = 0;      ///< of these, without exactly one goal for each role
  std::uint64_t within_opening = 0;  ///< of these, over before a player chose a move
};

/// Returns the roles that need a player: all but chance.
[[nodiscard]] std::vector<runtime::Role> played_roles(const runtime::Game& game);

/// Plays rounds of matches, in each of which every player has every role once, from one opening.
/// Ignores matches that are not over when Ctrl-C is pressed. The same seed gives the same matches,
/// however many are played at a time, if players do not depend on time. Returns nothing if a player
/// cannot play this game (reported). Throws runtime::TurnError as make_seat, and what the game
/// throws.
[[nodiscard]] std::optional<TournamentResult> play_tournament(const driver::LoadedGame& game,
                                                              const TournamentOptions& options,
                                                              driver::Session& session);

}  // namespace tesuji::tools
