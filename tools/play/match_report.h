// Reports finished matches of `tesuji play`.
#pragma once

#include "runtime/host/playouts/playout.h"
#include "tools/base/report.h"
#include "tools/play/match.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace tesuji::tools {

/// `0.012 ms`, `3.4 s`: as many digits as a person wants.
[[nodiscard]] std::string time_text(double seconds);

/// How a match ended, and every role's goal: `result after 9 moves: o 50 x 50`. One that was
/// abandoned has no result.
void print_result(const Match& match, const runtime::Game& game);
[[nodiscard]] Json to_json(const Match& match, const runtime::Game& game);

/// Sums over matches, per role.
class MatchTotals {
 public:
  /// Both must outlive it.
  MatchTotals(const runtime::Game& game, const std::vector<std::unique_ptr<Seat>>& seats);
  void add(const Match& match);
  void print() const;
  /// As a table: a line for each role, with wins, draws, losses, mean goal, moves and times. A role
  /// wins a match with the highest goal of all; several that have it draw; a role that is alone
  /// wins with 100 and loses with 0.
  void print_table() const;
  /// What was wrong with the rules in these matches (fault_warnings.h), which players could not
  /// choose as they are meant to, and whether all matches are one.
  [[nodiscard]] std::vector<std::string> warnings() const;
  [[nodiscard]] Json to_json() const;

 private:
  struct Role {
    std::uint64_t goal_sum = 0;  ///< over matches that ended with just one value
    std::uint64_t goals = 0;
    std::uint64_t wins = 0;
    std::uint64_t draws = 0;
    std::uint64_t losses = 0;
    std::uint64_t moves = 0;      ///< that the seat chose
    std::uint64_t fallbacks = 0;  ///< of these, otherwise than its description says
    std::string reason{};         ///< for the first of them
    std::string instead{};        ///< who chose then
    double seconds = 0;           ///< spent on them
    double worst_seconds = 0;
  };

  void judge(const std::vector<std::optional<int>>& goals);
  void compare(const Match& match);

  const runtime::Game& game_;
  const std::vector<std::unique_ptr<Seat>>& seats_;
  std::vector<Role> roles_;
  std::uint64_t matches_ = 0;
  std::uint64_t ended_ = 0;                      ///< in a terminal state
  std::vector<std::vector<std::string>> first_;  ///< joint moves of the first match
  bool same_ = true;                       ///< all matches have the moves of the first one, chosen
  bool at_random_ = false;                 ///< some move was drawn, or made by a person
  runtime::PlayoutStatistics statistics_;  ///< the counts of faults only
};

}  // namespace tesuji::tools
