// Measures random play of a game, for its designers: first-move advantage, length, number of
// choices, and goals that occur.
#pragma once

#include "runtime/host/game/game.h"
#include "runtime/host/playouts/simulation.h"

#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace tesuji::runtime {

/// Sums over playouts, for one role.
struct RoleBalance {
  std::uint64_t states = 0;        ///< states that are not terminal and in which every role has a
                                   ///< move
  std::uint64_t moves = 0;         ///< legal moves in these states
  std::uint64_t choices = 0;       ///< those of these states with at least two moves
  std::uint64_t choice_moves = 0;  ///< legal moves in those
  std::uint64_t most_moves = 0;    ///< in one state
  std::uint64_t first = 0;         ///< playouts in which only this player had the first choice
  /// Terminal states in which every player has exactly one goal, by comparison of the role's goal:
  /// higher than all others', the highest but shared, lower than another's.
  std::uint64_t won = 0;
  std::uint64_t shared = 0;
  std::uint64_t lost = 0;
  std::map<std::string, std::uint64_t> goals;  ///< terms of goals in terminal states
};

struct Balance {
  SimulationResult result;  ///< as from simulate()
  std::vector<RoleBalance> roles;
  std::map<std::uint64_t, std::uint64_t> lengths;  ///< finished playouts, by joint moves
  /// Finished playouts in which one player had the first choice and every player has one goal. That
  /// player's lead in each is its goal times the number of the other players, minus their goals.
  std::uint64_t leads = 0;
  std::int64_t lead_sum = 0;
  std::uint64_t lead_squares = 0;

  /// Returns the least length that this share of the playouts does not exceed, `share` in 0..1; 0
  /// without playouts.
  [[nodiscard]] std::uint64_t length_quantile(double share) const;
};

/// Plays the same playouts as simulate(). `random`, the role of chance, is not a player if it has
/// no goal. Throws what the game throws (LimitReached).
[[nodiscard]] Balance observe_balance(const Game& game, const SimulationOptions& options);

}  // namespace tesuji::runtime
