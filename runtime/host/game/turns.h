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

/// Returns a test for a fluent: for the one bit in which the initial state with the fluent and the
/// one without it differ. Returns nothing if they differ in more, or if the game does not have the
/// fluent.
[[nodiscard]] std::optional<StateTest> state_test(const Game& game, const std::string& fluent);

/// What the rules say about turns; the compiler computes it, since that needs the rules. Both lists
/// may be empty: then legal moves alone decide whose turn it is.
struct TurnRule {
  /// By role: the test of its control fluent, such as `(control white)`. Empty unless the rules
  /// have one for every role.
  std::vector<StateTest> control;
  /// By role: the move that it makes while the other one moves, such as `noop`.
  std::vector<std::optional<Move>> waiting;
};

/// Thrown if the rules do not determine whose turn it is; strategies cannot play such games.
class TurnError : public std::runtime_error {
 public:
  enum class Reason {
    hidden,         ///< its players do not know the state (GDL-II)
    not_two_roles,  ///< the game has one role, or more than two
    simultaneous,   ///< both roles have a choice in the same state
    fluent,         ///< a strategy tests a fluent that the game does not have
    ambiguous,      ///< both roles have one legal move, and no rule says which of them waits
  };
  TurnError(Reason reason, const std::string& message)
      : std::runtime_error(message), reason_(reason) {}
  [[nodiscard]] Reason reason() const { return reason_; }

 private:
  Reason reason_;
};

/// The value of type Role that means "no role".
inline constexpr Role no_role = TSJ_NOBODY;

/// Returns the other one of two roles.
[[nodiscard]] constexpr Role other_role(Role role) {
  return 1 - role;
}

/// A move of one role.
struct PlayedMove {
  Role role = no_role;
  Move move = 0;
  friend bool operator==(const PlayedMove&, const PlayedMove&) = default;
};

/// Whose turn it is in one state, and the other role's move.
struct Turn {
  Role mover = no_role;  ///< no_role if a role has no legal move
  Move waiting = 0;      ///< the other role's only legal move
};

/// Computes turns in states of one game by its TurnRule. Immutable; serves many threads.
class Turns {
 public:
  /// Throws TurnError (hidden, not_two_roles), and std::invalid_argument if a list of the rule has
  /// neither 0 nor 2 elements.
  Turns(const Game& game, TurnRule rule);

  /// Returns the role whose control fluent holds, if exactly one holds; else nothing. Needs no
  /// legal moves, so it works in terminal states, too.
  [[nodiscard]] std::optional<Role> in_control(StateView state) const;

  /// Computes the turn in a state that is not terminal, from its legal moves by role.
  /// Throws TurnError (simultaneous, ambiguous).
  [[nodiscard]] Turn turn(StateView state, std::span<const std::vector<Move>> legal) const;

  /// Returns the rule in the form that functions in C read.
  [[nodiscard]] const tsj_turns& tables() const { return tables_; }
  /// Returns the error that explains why the turn is unclear in a state with these legal moves (an
  /// element for each role); appends `where` to its message.
  [[nodiscard]] TurnError error(const tsj_moves* moves, const std::string& where = {}) const;

 private:
  tsj_turns tables_{};
  bool knows_waiting_;
  std::string game_;
};

}  // namespace tesuji::runtime
