// Plays one match of `tesuji play`, whose seats choose the moves.
#pragma once

#include "runtime/host/game/game.h"
#include "runtime/host/game/turns.h"
#include "tools/play/seat.h"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace tesuji::tools {

struct MoveRecord {
  runtime::Role role = 0;
  Decision decision;
  double seconds = 0;  ///< wall clock of the seat's choice
  /// Moves that the role could choose from; only with MatchOptions::explain or ::on_move.
  std::vector<runtime::Move> legal{};
  // With MatchOptions::explain, for a strategy's choice:
  std::optional<driver::StrategyWitness> witness{};
  std::optional<runtime::Threats> threats{};
};

/// One joint move. Roles that had a single move and were not asked are not in `chosen`.
struct Turn {
  std::vector<std::string> fluents;  ///< before it
  std::vector<std::string> joint;    ///< move names in role order
  std::vector<MoveRecord> chosen;
  /// What each role perceives of the joint move; empty in games without percepts.
  std::vector<std::vector<std::string>> percepts;
};

struct Match {
  enum class End {
    terminal,
    cut,        ///< the step limit was reached
    stuck,      ///< a role had no legal move in a state that is not terminal
    abandoned,  ///< a player left, or Ctrl-C
  };
  End end = End::terminal;
  std::vector<Turn> turns;
  std::vector<std::string> fluents;             ///< of the last state
  std::vector<std::vector<std::string>> goals;  ///< per role in the last state
};

[[nodiscard]] const char* name_of(Match::End end);

struct MatchOptions {
  std::uint64_t step_limit = 10'000;  ///< 0: none
  /// If given, seats are asked in states where they are the mover, even if there is only one move,
  /// and never while they wait.
  const runtime::Turns* turns = nullptr;
  bool explain = false;  ///< seats report the clauses by which they chose, and the threats of their
                         ///< moves
  /// `step`: number of joint moves before it.
  std::function<void(const std::vector<std::string>& fluents, std::size_t step)> on_state;
  /// Called for each record of a turn after all roles have chosen: moves are simultaneous. The turn
  /// has no joint move yet.
  std::function<void(const Turn&, const MoveRecord&)> on_move;
  std::function<void(const Turn&)> on_turn;  ///< after the joint move, before the next state
};

/// Plays from the initial state. Seats are in role order.
[[nodiscard]] Match play_match(const runtime::Game& game,
                               const std::vector<std::unique_ptr<Seat>>& seats,
                               runtime::Rng& random, const MatchOptions& options);

}  // namespace tesuji::tools
