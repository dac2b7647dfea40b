// Numbers a game's fluents and each role's moves densely, as plugins do
// (runtime/core/tesuji/plugin.h): for tables and networks of players.
#pragma once

#include "runtime/core/tesuji/plugin.h"
#include "runtime/host/game/game.h"
#include "runtime/host/game/net_game.h"
#include "runtime/host/game/tabled_game.h"

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace tesuji::runtime {

/// Fluents of games with more are not numbered.
inline constexpr std::uint64_t most_fluents = std::uint64_t{1} << 31U;

/// Moves that follow each other.
struct MoveRange {
  Move first = 0;
  std::uint64_t count = 0;
};

struct DenseNumbers {
  /// By role: the moves that may be legal for it in a state that play can reach, as far as is
  /// known, ascending, no two ranges touching. Action a is the a-th of them.
  std::vector<std::vector<MoveRange>> actions;
  /// Fluents are tuples of these relations, one relation after the other; or, where there are none,
  /// the bits of the net's states. 0: there are more than most_fluents.
  std::uint64_t fluents = 0;

  [[nodiscard]] std::uint64_t action_count(Role role) const;
};

/// By role, moves in ascending order.
using RoleMoves = std::vector<std::vector<Move>>;

/// Of plans, a net, or both (null: none). `net_moves`: moves are numbered as the net does, which
/// knows those that may be legal; else they are `possible`, or without these (null) all
/// combinations of their arguments.
[[nodiscard]] DenseNumbers dense_numbers(const GameTables* plans, const NetTables* net,
                                         bool net_moves, const RoleMoves* possible);

/// What the fluents are, in few words: each relation's term (`(cell ? ? ?)`), where its fluents
/// begin, and how many they are. None for the bits of a net.
struct FluentBlock {
  std::string term;
  std::uint64_t first = 0;
  std::uint64_t count = 0;
};
[[nodiscard]] std::vector<FluentBlock> fluent_blocks(const GameTables& plans);

/// The tables of a game of make_c_game in memory, with these numbers of its fluents and moves, and
/// with playouts (one by one); null for other games. They keep the game. It is not one whose tables
/// are exchanged while it is played (GameSlot): then they are the first ones.
[[nodiscard]] std::shared_ptr<tsj_plugin> number_game(std::shared_ptr<const Game> game,
                                                      const DenseNumbers& numbers);

}  // namespace tesuji::runtime
