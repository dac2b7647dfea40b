// What `tesuji play` tells about finished matches.
#pragma once

#include "runtime/host/playout.h"
#include "tools/match.h"
#include "tools/report.h"

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace tesuji::tools {

/// `0.012 ms`, `3.4 s`: as many digits as a person wants.
[[nodiscard]] std::string time_text(double seconds);

/// How a match ended, and every role's goal.
void print_result(const Match& match, const runtime::Game& game);
[[nodiscard]] Json to_json(const Match& match, const runtime::Game& game);

/// Sums over matches, per role.
class MatchTotals {
 public:
  /// Both must outlive it.
  MatchTotals(const runtime::Game& game, const std::vector<std::unique_ptr<Seat>>& seats);
  void add(const Match& match);
  void print() const;
  /// What was wrong with the rules in these matches (fault_warnings.h).
  [[nodiscard]] std::vector<std::string> warnings() const;
  [[nodiscard]] Json to_json() const;

 private:
  struct Role {
    std::uint64_t goal_sum = 0;  ///< over matches that ended with just one value
    std::uint64_t goals = 0;
    std::uint64_t moves = 0;  ///< that the seat chose
    double seconds = 0;       ///< spent on them
    double worst_seconds = 0;
  };

  const runtime::Game& game_;
  const std::vector<std::unique_ptr<Seat>>& seats_;
  std::vector<Role> roles_;
  std::uint64_t matches_ = 0;
  runtime::PlayoutStatistics statistics_;  ///< the counts of faults only
};

}  // namespace tesuji::tools
