// Describes a position of a game: its fluents, the roles' legal moves, and what players would do.
#pragma once

#include "backend/driver/load.h"
#include "runtime/host/game/game.h"
#include "tools/base/report.h"
#include "tools/boards/game_boards.h"
#include "tools/files/joint_moves.h"
#include "tools/play/kept_players.h"
#include "tools/play/seat.h"

#include <optional>
#include <string>
#include <vector>

namespace tesuji::tools {

/// A joint move before a position.
struct PastTurn {
  runtime::State state;                           ///< the state in which it was made
  std::vector<std::vector<runtime::Move>> legal;  ///< by role
  LastTurn made;
};

struct Position {
  runtime::State state;
  std::vector<PastTurn> past;        ///< from the first one on
  std::size_t turn = 0;              ///< joint moves before it
  std::vector<std::string> fluents;  ///< sorted
  std::vector<std::string> before;   ///< fluents of the previous position; empty if turn is 0
  std::vector<std::string> last;     ///< the last joint move, in role order
  bool terminal = false;
  std::vector<std::vector<runtime::Move>> legal;   ///< by role; empty if the position is terminal
  std::vector<std::vector<std::string>> goals;     ///< by role, from the rules
  std::vector<std::vector<std::string>> percepts;  ///< of the last joint move; only GDL-II
};

/// Plays joint moves from a state: terms, or with `boards` texts as MoveNotation writes them, where
/// roles without a choice may be left out. Reports (in the session) parse errors, moves that are
/// not legal, and moves after the end; then returns nothing. Throws runtime::LimitReached.
[[nodiscard]] std::optional<Position> play_moves(const runtime::Game& game, runtime::StateView from,
                                                 const std::vector<OptionText>& joint_moves,
                                                 driver::Session& session,
                                                 const GameBoards* boards = nullptr);

/// A player's advice for a role.
struct Advice {
  runtime::Role role = 0;
  std::string player;
  std::optional<Decision> decision;                ///< nothing if it has none
  std::optional<driver::StrategyWitness> witness;  ///< of a strategy's clause
  double seconds = 0;
  std::optional<runtime::Threats> threats{};  ///< of a strategy's move, if requested
};

/// Asks a player for each role that has a choice, after telling it what its role perceived of the
/// earlier moves. Reports and returns nothing if there is no such player, or if it cannot begin in
/// the state in which these moves begin. `kept`: players of this game, from earlier positions.
/// `threats`: also finds those of a strategy's moves. Throws as make_seat().
[[nodiscard]] std::optional<std::vector<Advice>> ask_player(const std::string& player,
                                                            const Position& position,
                                                            SeatContext& context, KeptPlayers& kept,
                                                            bool threats = false);

/// Values of a role's moves by tree search.
struct MoveValues {
  runtime::Role role = 0;
  driver::Thought thought;
  double seconds = 0;
  /// Expected goal of each role, 0..100; nothing where other roles' values need other searches.
  std::vector<std::optional<double>> by_role{};
};

/// Searches for each role that has a choice, for the time of `search`; in games with percepts over
/// the states that are possible by the role's percepts. `kept`: as for ask_player().
[[nodiscard]] std::vector<MoveValues> value_moves(const driver::LoadedGame& game,
                                                  const Position& position,
                                                  const SearchContext& search, KeptPlayers& kept);

/// Returns the moves of roles without a choice, and chance's, which are drawn at random.
[[nodiscard]] std::vector<Advice> moves_without_player(const runtime::Game& game,
                                                       const Position& position,
                                                       std::uint64_t seed);

[[nodiscard]] Json values_json(const MoveValues& values, const runtime::Game& game);

struct PositionReport {
  const driver::LoadedGame& game;
  const GameBoards* boards;  ///< of the game; null if it has no module
  const Position& position;
  const std::vector<Advice>& advice;
  const std::vector<MoveValues>& values;
  /// For a game with percepts: reports only what these roles know: the initial state, their own
  /// moves, percepts and choices, and goals at the end. Empty: everything. Of advice for others
  /// only the move is reported, so that the caller can play it.
  std::vector<runtime::Role> known_to{};

  [[nodiscard]] bool hides() const { return game.game->has_percepts() && !known_to.empty(); }
  [[nodiscard]] bool knows(runtime::Role role) const;
  /// Whether the state itself is reported.
  [[nodiscard]] bool shows_state() const;
};

[[nodiscard]] Json to_json(const PositionReport& report);
/// Writes to standard output.
void print(const PositionReport& report, bool colour);

}  // namespace tesuji::tools
