// Scores of players that met in many matches: with 95 % confidence, and as differences of Elo.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace tesuji::tools {

/// A mean with what it may be: 95 % of the time, by the normal approximation.
struct ScoreInterval {
  double mean = 0;
  double half_width = 0;
};

/// What one player got.
class MatchScore {
 public:
  /// `score`: 1 for a win, 0 for a loss, between them what a draw or a shared win is worth. `goal`:
  /// 0..100.
  void add(double score, int goal);
  /// A round is over, in which the player had every role once, and this mean score. Matches of a
  /// round begin alike: what is uncertain is the mean of rounds.
  void end_round(double mean);
  void count_time(double seconds);
  /// Moves that the player could not choose as it is meant to, and why not the first of them.
  void count_fallbacks(std::uint64_t count, const std::string& reason);

  [[nodiscard]] std::uint64_t games() const { return games_; }
  [[nodiscard]] std::uint64_t wins() const { return wins_; }
  [[nodiscard]] std::uint64_t losses() const { return losses_; }
  /// Of rounds; nothing before the first has ended.
  [[nodiscard]] std::optional<ScoreInterval> score() const;
  [[nodiscard]] std::uint64_t rounds() const { return rounds_; }
  /// Nothing where no match had a result.
  [[nodiscard]] std::optional<double> mean_goal() const;
  [[nodiscard]] std::uint64_t moves() const { return moves_; }
  /// Nothing where the player made no move.
  [[nodiscard]] std::optional<double> mean_seconds() const;
  [[nodiscard]] double worst_seconds() const { return worst_seconds_; }
  [[nodiscard]] std::uint64_t fallbacks() const { return fallbacks_; }
  [[nodiscard]] const std::string& reason() const { return reason_; }  ///< of the first of them

 private:
  std::uint64_t games_ = 0;
  std::uint64_t wins_ = 0;
  std::uint64_t losses_ = 0;
  std::uint64_t rounds_ = 0;
  double sum_ = 0;      ///< of rounds
  double squares_ = 0;  ///< the same
  double lowest_ = 1;   ///< the same
  double highest_ = 0;  ///< the same
  std::uint64_t goals_ = 0;
  std::uint64_t moves_ = 0;
  double seconds_ = 0;
  double worst_seconds_ = 0;
  std::uint64_t fallbacks_ = 0;
  std::string reason_;
};

/// The difference of Elo that a score among two is worth; nothing for 0 and 1, where it has no
/// bound.
[[nodiscard]] std::optional<double> elo_of(double score);

/// The score of each role in one match of goals: the highest goal wins; those that share it divide
/// what the losers leave; a role that is alone has its goal's part of 100.
[[nodiscard]] std::vector<double> scores_of(const std::vector<int>& goals);

}  // namespace tesuji::tools
