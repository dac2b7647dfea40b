// Draws a game side by side, state after state, with the moves made and their threats: Figure 1 of
// Muggleton and Hocquette (2019), for any game with a board.
#pragma once

#include "backend/driver/load.h"
#include "tools/boards/board_picture.h"
#include "tools/boards/game_boards.h"
#include "tools/play/match.h"
#include "tools/play/position.h"

#include <memory>
#include <string>
#include <vector>

namespace tesuji::tools {

/// A move that a picture shows.
struct PicturedMove {
  runtime::Role role = 0;
  std::string move;                ///< its name
  std::vector<std::string> legal;  ///< names of the moves that the role could choose from
  std::string by;                  ///< what chose it: a predicate, `random`, ..; may be empty
  std::string reading;             ///< the meaning of that predicate in words; may be empty
  const driver::StrategyWitness* witness = nullptr;
  const runtime::Threats* threats = nullptr;
};

/// Squares are known from the game's module; without one it shows fluents instead of boards.
class GamePicture {
 public:
  /// The game must outlive it.
  explicit GamePicture(const driver::LoadedGame& game);

  /// Sets the first state of the picture, as fluents.
  void begin(const std::vector<std::string>& fluents);
  /// Adds the next state, and the moves that led to it, of roles that had a choice.
  void add(const std::vector<std::string>& fluents, const std::vector<PicturedMove>& moves);

  /// Adds the state that another move leads to from the first state.
  void add_beside(const std::vector<std::string>& fluents, const PicturedMove& move);

  /// Returns one state with its panel, and the squares that differ from `before` (unless null) by
  /// the joint move `last`.
  [[nodiscard]] std::string state_picture(const std::vector<std::string>& fluents,
                                          const std::vector<std::string>* before,
                                          const std::vector<std::string>& last) const;

  /// Returns the states and, below them, the clauses that chose moves, with their meanings.
  [[nodiscard]] std::string svg() const;

 private:
  [[nodiscard]] std::string letter() const;
  [[nodiscard]] const BoardView& view() const;
  /// Returns the move as people write it.
  [[nodiscard]] std::string text_of(const PicturedMove& move) const;
  [[nodiscard]] DrawnState drawn(const std::vector<std::string>& fluents) const;
  [[nodiscard]] std::vector<NamedSquare> squares_of(const std::string& move,
                                                    const std::vector<std::string>& before,
                                                    const std::vector<std::string>& after) const;
  void add_threats(const runtime::Threats& threats, PictureBoard& board) const;
  void add_clauses(const PicturedMove& move);

  const runtime::Game& game_;
  std::unique_ptr<GameBoards> boards_of_game_;  ///< null without a module
  BoardView no_boards_;                         ///< stands in for the module's
  std::vector<PictureBoard> boards_;
  std::vector<std::string> first_;  ///< fluents of the first state
  std::vector<std::string> last_;   ///< of the last state
  std::vector<std::string> lines_;  ///< each once
};

/// Draws a match, from its first state to its last.
[[nodiscard]] std::string match_picture(const driver::LoadedGame& game, const Match& match);

/// Draws a position with its last move, and, if there is advice, next to it the result of each
/// advised move whose result is known: no other role has a choice.
[[nodiscard]] std::string position_picture(const driver::LoadedGame& game, const Position& position,
                                           const std::vector<Advice>& advice);

}  // namespace tesuji::tools
