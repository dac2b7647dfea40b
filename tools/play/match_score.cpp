#include "tools/play/match_score.h"

#include <algorithm>
#include <cmath>

namespace tesuji::tools {

void MatchScore::add(double score, int goal) {
  ++games_;
  goals_ += static_cast<std::uint64_t>(goal);
  if (score == 1) ++wins_;
  if (score == 0) ++losses_;
}

void MatchScore::end_round(double mean) {
  ++rounds_;
  sum_ += mean;
  squares_ += mean * mean;
  lowest_ = std::min(lowest_, mean);
  highest_ = std::max(highest_, mean);
}

void MatchScore::count_fallbacks(std::uint64_t count, const std::string& reason) {
  if (fallbacks_ == 0) reason_ = reason;
  fallbacks_ += count;
}

void MatchScore::count_time(double seconds) {
  ++moves_;
  seconds_ += seconds;
  worst_seconds_ = std::max(worst_seconds_, seconds);
}

std::optional<ScoreInterval> MatchScore::score() const {
  if (rounds_ == 0) return std::nullopt;
  constexpr double normal_95 = 1.96;
  const auto rounds = static_cast<double>(rounds_);
  const double mean = sum_ / rounds;
  if (rounds_ == 1) return ScoreInterval{mean, 1};
  // If all results were the same: the rule of three.
  if (lowest_ == highest_) return ScoreInterval{mean, std::min(1.0, 3 / rounds)};
  const double variance = std::max(0.0, (squares_ - rounds * mean * mean) / (rounds - 1));
  return ScoreInterval{mean, normal_95 * std::sqrt(variance / rounds)};
}

std::optional<double> MatchScore::mean_goal() const {
  if (games_ == 0) return std::nullopt;
  return static_cast<double>(goals_) / static_cast<double>(games_);
}

std::optional<double> MatchScore::mean_seconds() const {
  if (moves_ == 0) return std::nullopt;
  return seconds_ / static_cast<double>(moves_);
}

std::optional<double> elo_of(double score) {
  if (score <= 0 || score >= 1) return std::nullopt;
  return 400 * std::log10(score / (1 - score));
}

std::vector<double> scores_of(const std::vector<int>& goals) {
  if (goals.size() == 1) return {goals.front() / 100.0};
  const int highest = *std::max_element(goals.begin(), goals.end());
  const auto first = static_cast<double>(std::count(goals.begin(), goals.end(), highest));
  std::vector<double> scores;
  for (const int goal : goals) {
    // For two players, a draw is half a win.
    scores.push_back(goal == highest ? 1 / first : 0);
  }
  return scores;
}

}  // namespace tesuji::tools
