// Measures how a game plays at random, for its designers: first-move advantage, length, number of
// choices, and goals that occur.
#pragma once

#include "runtime/host/game/game.h"
#include "runtime/host/playouts/simulation.h"

#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace tesuji::runtime {

/// Sums over playouts, of one role.
struct RoleBalance {
  std::uint64_t states = 0;        ///< that are not terminal, and in which every role has a move
  std::uint64_t moves = 0;         ///< legal ones in these
  std::uint64_t choices = 0;       ///< of these states, those with at least two moves
  std::uint64_t choice_moves = 0;  ///< legal moves in those
  std::uint64_t most_moves = 0;    ///< in one state
  std::uint64_t first = 0;  ///< playouts in which it alone had the first choice of all players
  /// Terminal states in which every player has just one goal, by how the role's compares: higher
  /// than all others', the highest but not alone, lower than another's.
  std::uint64_t won = 0;
  std::uint64_t shared = 0;
  std::uint64_t lost = 0;
  std::map<std::string, std::uint64_t> goals;  ///< terms of goals in terminal states
};

struct Balance {
  SimulationResult result;  ///< the same as of simulate()
  std::vector<RoleBalance> roles;
  std::map<std::uint64_t, std::uint64_t> lengths;  ///< playouts that ended, by joint moves
  /// Playouts that ended in which one player had the first choice and every player has one goal.
  /// The lead of that player in each is its goal times the number of the others, less theirs.
  std::uint64_t leads = 0;
  std::int64_t lead_sum = 0;
  std::uint64_t lead_squares = 0;

  /// A length that so many of the playouts do not exceed, `share` in 0..1; 0 without playouts.
  [[nodiscard]] std::uint64_t length_quantile(double share) const;
};

/// Plays the playouts that simulate() plays. `random`, the role of chance, is no player where it
/// has no goal. Throws what the game throws (LimitReached).
[[nodiscard]] Balance observe_balance(const Game& game, const SimulationOptions& options);

}  // namespace tesuji::runtime
