// What a player by search found.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace tesuji::driver {

/// What search found of one move.
struct MoveValue {
  std::string move;          ///< term
  double value = 0;          ///< mean of the role's goals, 0..100
  std::uint64_t visits = 0;  ///< playouts
  bool proven = false;       ///< `value` is exact
};

/// A play to the end of a puzzle that a player follows.
struct ThoughtPlan {
  std::size_t moves = 0;  ///< of it
  int goal = 0;           ///< that it ends with
  std::string method;     ///< that found it
};

struct Thought {
  std::string move;  ///< term
  double value = 0;  ///< of the role's goal, 0..100, as search sees it
  bool proven = false;
  std::uint64_t simulations = 0;
  std::size_t depth = 0;               ///< joint moves to the deepest leaf; 0 with `states`
  std::size_t nodes = 0;               ///< the same
  std::vector<std::string> variation;  ///< joint moves that were visited most, in role order
  bool lanes = false;                  ///< how playouts were made
  /// Moves to the end under perfect play, where complete search alone chose; else nothing.
  std::optional<std::uint32_t> plies{};
  std::vector<MoveValue> moves{};  ///< of the role, best first; empty where complete search chose
  std::size_t states = 0;          ///< that may be the true one; 0: it is known
  std::optional<ThoughtPlan> plan{};  ///< that `move` begins; its first moves are `variation`
};

/// `151204 simulations in lanes, depth 9, value 50.0 proven, variation (mark 2 2) noop, ..`, or
/// `solved, 5 moves to the end, value 100.0 proven, variation ..`, or `plan of 9 moves to goal 100
/// (factoring), value ..`, or that with simulations and depth, where search was there, too.
[[nodiscard]] std::string describe(const Thought& thought);

}  // namespace tesuji::driver
