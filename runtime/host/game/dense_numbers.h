// Dense numbers of a game's fluents and of each role's moves, for tables and networks of players:
// as plugins have them (runtime/core/tesuji/plugin.h).
#pragma once

#include "runtime/host/game/net_game.h"
#include "runtime/host/game/tabled_game.h"

#include <cstdint>
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

}  // namespace tesuji::runtime
