// Holds the results of a player's search.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace tesuji::driver {

/// Number of moves shown of a line of play that a search knows to its end, or expects.
inline constexpr std::size_t longest_line = 10;

/// The search result for one move.
struct MoveValue {
  std::string move;          ///< term
  double value = 0;          ///< mean goal of the role, 0..100
  std::uint64_t visits = 0;  ///< playouts
  bool proven = false;       ///< `value` is exact
};

/// A play to the end of a puzzle that a player follows.
struct ThoughtPlan {
  std::size_t moves = 0;  ///< number of its moves
  int goal = 0;           ///< its final goal
  std::string method;     ///< the method that found it
};

struct Thought {
  std::string move;  ///< term
  double value = 0;  ///< expected goal of the role, 0..100, by search
  bool proven = false;
  std::uint64_t simulations = 0;
  /// States that alpha-beta or the solver of endgames visited; 0: tree search chose the move.
  std::uint64_t evaluated = 0;
  /// Joint moves to the deepest leaf, 0 with `states`; or those that alpha-beta looked ahead.
  std::size_t depth = 0;
  std::size_t nodes = 0;               ///< likewise
  std::vector<std::string> variation;  ///< the expected joint moves, in role order
  bool lanes = false;                  ///< whether playouts were in lanes
  bool solves_end = false;             ///< whether solving the end of the match chose the move
  bool tactics = false;                ///< whether they took tactics into account
  /// Number of moves to the end under perfect play, if complete search alone chose the move;
  /// otherwise empty.
  std::optional<std::uint32_t> plies{};
  std::vector<MoveValue>
      moves{};  ///< of the role, best first; empty if complete search or alpha-beta chose the move
  std::size_t states = 0;  ///< number of states that may be the true one; 0: it is known
  std::optional<ThoughtPlan>
      plan{};  ///< the plan that `move` begins; its first moves are `variation`
};

/// Prints `151204 simulations in lanes with tactics, depth 9, value 50.0 proven, variation (mark 2
/// 2) noop, ..`, or `2017832 states, depth 9, value ..` for alpha-beta, or `solved, 5 moves to the
/// end, value 100.0 proven, variation ..`, or `plan of 9 moves to goal 100 (factoring), value ..`,
/// or the last with simulations and depth if search ran, too.
[[nodiscard]] std::string describe(const Thought& thought);

}  // namespace tesuji::driver
