// Prints matches of `tesuji play`: their course, move by move, and their results, one by one and in
// sum.
#pragma once

#include "backend/driver/load.h"
#include "runtime/host/playouts/playout.h"
#include "tools/base/report.h"
#include "tools/boards/game_boards.h"
#include "tools/play/match.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace tesuji::tools {

/// Prints `0.012 ms`, `3.4 s`, with few digits.
[[nodiscard]] std::string time_text(double seconds);

/// Prints how a match ended, and every role's goal: `result after 9 moves: o 50 x 50`. A match that
/// was abandoned has no result.
void print_result(const Match& match, const runtime::Game& game);
[[nodiscard]] Json to_json(const Match& match, const runtime::Game& game);

/// Sums over matches, per role.
class MatchTotals {
 public:
  /// Both must outlive it.
  MatchTotals(const runtime::Game& game, const std::vector<std::unique_ptr<Seat>>& seats);
  void add(const Match& match);
  void print() const;
  /// Prints a table: a line for each role, with wins, draws, losses, mean goal, moves and times. A
  /// role wins a match with the highest goal of all; several that have it draw; a role that is
  /// alone wins with 100 and loses with 0.
  void print_table() const;
  /// Returns warnings about faults of the rules in these matches (fault_warnings.h), about players
  /// that could not choose as described, and about matches that are all the same.
  [[nodiscard]] std::vector<std::string> warnings() const;
  [[nodiscard]] Json to_json() const;

 private:
  struct Role {
    std::uint64_t goal_sum = 0;  ///< over matches that ended with exactly one value
    std::uint64_t goals = 0;
    std::uint64_t wins = 0;
    std::uint64_t draws = 0;
    std::uint64_t losses = 0;
    std::uint64_t moves = 0;      ///< chosen by the seat
    std::uint64_t fallbacks = 0;  ///< of these, not chosen as its description says
    std::string reason{};         ///< of the first of them
    std::string instead{};        ///< what chose then
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
  bool same_ = true;                       ///< all matches have the same chosen moves as the first
  bool at_random_ = false;                 ///< some move was random, or made by a person
  runtime::PlayoutStatistics statistics_;  ///< only the counts of faults
};

struct CommentaryOptions {
  bool quiet = false;   ///< print neither boards nor readings, and moves only if people play
  bool colour = false;  ///< of boards
  bool open = false;    ///< show everything, even what a person may not know
  /// Roles that people play. If there are any and the game has percepts (GDL-II), only what these
  /// roles know is shown: the initial state, their own moves and their percepts.
  std::vector<runtime::Role> people;
};

/// Writes to standard output as the match proceeds.
class Commentary {
 public:
  /// `game` must outlive it.
  Commentary(const driver::LoadedGame& game, CommentaryOptions options);

  /// Sets the match's callbacks; this must outlive the match.
  void watch(MatchOptions& match);

 private:
  void show_state(const std::vector<std::string>& fluents, std::size_t step) const;
  [[nodiscard]] bool shows_moves() const { return !options_.quiet || !options_.people.empty(); }
  void show_move(const Turn& turn, const MoveRecord& record);
  void show_turn(const Turn& turn) const;
  void show_percepts(runtime::Role role, const std::vector<std::string>& percepts) const;
  [[nodiscard]] bool is_person(runtime::Role role) const;

  const runtime::Game& game_;
  std::unique_ptr<GameBoards> boards_;  ///< null without a module
  CommentaryOptions options_;
  bool hides_;  ///< show only what people may know
  std::set<std::string> read_;
};

}  // namespace tesuji::tools
