// Computes the role that moves in a state of a two-player, turn-taking game.
//
// The mover of a state is the one role whose legal moves are not a single
// waiting move; the other role waits (docs/languages/strategies.md).
#pragma once

#include "runtime/core/tesuji/state_space.h"
#include "runtime/host/game/game.h"

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <stdexcept>
#include <string>
#include <vector>

namespace tesuji::runtime {

/// A condition on one word of a state: `(state[word] & mask) == value`.
struct StateTest {
  std::uint32_t word = 0;
  std::uint64_t mask = 0;
  std::uint64_t value = 0;
  [[nodiscard]] bool holds(StateView state) const { return (state[word] & mask) == value; }
};

/// The test for the one bit in which the initial state with the fluent and the one without it
/// differ; nothing where they differ in more, and where the game has no such fluent.
[[nodiscard]] std::optional<StateTest> state_test(const Game& game, const std::string& fluent);

/// What the rulesheet itself says about turns; found by the compiler, since it
/// needs the rules. Both lists may be empty: then legal moves alone decide.
struct TurnRule {
  /// Per role the test of its control fluent (`(control white)`), where the
  /// sheet has one for every role.
  std::vector<StateTest> control;
  /// Per role the move it makes while the other one moves (`noop`).
  std::vector<std::optional<Move>> waiting;
};

/// The game does not say who moves: it is not for strategies.
class TurnError : public std::runtime_error {
 public:
  enum class Reason {
    hidden,         ///< its players do not know the state (GDL-II)
    not_two_roles,  ///< the game has one role, or more than two
    simultaneous,   ///< both roles have a choice in the same state
    fluent,         ///< a strategy tests a fluent that the game does not have
    ambiguous,      ///< both roles have one legal move, and nothing tells which one waits
  };
  TurnError(Reason reason, const std::string& message)
      : std::runtime_error(message), reason_(reason) {}
  [[nodiscard]] Reason reason() const { return reason_; }

 private:
  Reason reason_;
};

/// Stands for "no role" where a Role is asked for.
inline constexpr Role no_role = TSJ_NOBODY;

/// The other one of two roles.
[[nodiscard]] constexpr Role other_role(Role role) {
  return 1 - role;
}

/// A move of one role.
struct PlayedMove {
  Role role = no_role;
  Move move = 0;
  friend bool operator==(const PlayedMove&, const PlayedMove&) = default;
};

/// Whose turn it is in one state, and what the other role does meanwhile.
struct Turn {
  Role mover = no_role;  ///< no_role where there is no joint move
  Move waiting = 0;      ///< the other role's only legal move
};

/// The rule applied to states of one game. Immutable; serves many threads.
class Turns {
 public:
  /// Throws TurnError (hidden, not_two_roles), std::invalid_argument for a rule whose
  /// lists have neither 0 nor 2 elements.
  Turns(const Game& game, TurnRule rule);

  /// The role whose control fluent holds, when it is one role only; otherwise
  /// nothing. Needs no legal moves, so it answers in terminal states too.
  [[nodiscard]] std::optional<Role> in_control(StateView state) const;

  /// The turn in a state that is not terminal, given its legal moves by role.
  /// Throws TurnError (simultaneous, ambiguous).
  [[nodiscard]] Turn turn(StateView state, std::span<const std::vector<Move>> legal) const;

  /// The rule as functions in C have it.
  [[nodiscard]] const tsj_turns& tables() const { return tables_; }
  /// Why the turn in a state with these legal moves (an element for each role) is not to be told;
  /// `where` goes behind the message.
  [[nodiscard]] TurnError error(const tsj_moves* moves, const std::string& where = {}) const;

 private:
  tsj_turns tables_{};
  bool knows_waiting_;
  std::string game_;
};

}  // namespace tesuji::runtime
