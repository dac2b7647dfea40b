// Draws a game side by side, state after state, with the moves that were made and what they
// threaten: Figure 1 of Muggleton and Hocquette (2019), of any game with a board.
#pragma once

#include "backend/driver/load.h"
#include "tools/play/board_svg.h"
#include "tools/play/match.h"
#include "tools/play/position.h"

#include <memory>
#include <string>
#include <vector>

namespace tesuji::tools {

/// A move that a picture shows.
struct PicturedMove {
  runtime::Role role = 0;
  std::string move;     ///< its name
  std::string by;       ///< who or what chose it: a predicate, `random`, ..; may be empty
  std::string reading;  ///< that predicate in words; may be empty
  const driver::StrategyWitness* witness = nullptr;
  const runtime::Threats* threats = nullptr;
};

/// Squares are known from the game's module; without one there are fluents instead of boards.
class GamePicture {
 public:
  /// The game must outlive it.
  explicit GamePicture(const driver::LoadedGame& game);

  /// The state that the picture begins with, as fluents.
  void begin(const std::vector<std::string>& fluents);
  /// The next state, and the moves that led to it: those of roles that had a choice.
  void add(const std::vector<std::string>& fluents, const std::vector<PicturedMove>& moves);

  /// What another move leads to from the first state.
  void add_beside(const std::vector<std::string>& fluents, const PicturedMove& move);

  /// States, and below them the clauses that chose moves, and what they mean.
  [[nodiscard]] std::string svg() const;

 private:
  [[nodiscard]] std::string letter() const;
  [[nodiscard]] DrawnState drawn(const std::vector<std::string>& fluents) const;
  [[nodiscard]] std::vector<NamedSquare> squares_of(const std::string& move,
                                                    const std::vector<std::string>& before,
                                                    const std::vector<std::string>& after) const;
  void add_threats(const runtime::Threats& threats, PictureBoard& board) const;
  void add_clauses(const PicturedMove& move);

  const runtime::Game& game_;
  BoardView view_;
  std::unique_ptr<MovePlaces> places_;  ///< null: there is no module
  std::vector<PictureBoard> boards_;
  std::vector<std::string> first_;  ///< fluents of the first state
  std::vector<std::string> last_;   ///< and of the last one
  std::vector<std::string> lines_;  ///< each once
};

/// A match, from its first state to its last.
[[nodiscard]] std::string match_picture(const driver::LoadedGame& game, const Match& match);

/// A position, and beside it what each of the advised moves leads to, where no other role has a
/// choice.
[[nodiscard]] std::string position_picture(const driver::LoadedGame& game, const Position& position,
                                           const std::vector<Advice>& advice);

}  // namespace tesuji::tools
