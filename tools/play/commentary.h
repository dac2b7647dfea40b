// Prints the course of a match of `tesuji play`.
#pragma once

#include "backend/driver/load.h"
#include "tools/play/board_view.h"
#include "tools/play/match.h"

#include <set>
#include <string>
#include <vector>

namespace tesuji::tools {

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
  void show_move(const MoveRecord& record);
  void show_turn(const Turn& turn) const;
  void show_percepts(runtime::Role role, const std::vector<std::string>& percepts) const;
  [[nodiscard]] bool is_person(runtime::Role role) const;

  const runtime::Game& game_;
  BoardView view_;
  CommentaryOptions options_;
  bool hides_;  ///< show only what people may know
  std::set<std::string> read_;
};

}  // namespace tesuji::tools
