// Counting the game tree, level by level: the standard check of move generators.
//
// Equal states of one level are expanded once and carry the number of ways to
// reach them, so that the work grows with the number of different states.
#pragma once

#include "runtime/host/game.h"

#include <cstdint>
#include <string>
#include <vector>

namespace tesuji::runtime {

/// Counts stay at perft_most once they reach it.
using PerftCount = unsigned __int128;
inline constexpr PerftCount perft_most = ~PerftCount{0};

/// What lies `depth` moves below the initial state.
struct PerftLevel {
  std::uint32_t depth = 0;
  PerftCount sequences = 0;    ///< of joint moves; terminal states are not expanded
  PerftCount terminal = 0;     ///< those of them that end in a terminal state
  std::uint64_t distinct = 0;  ///< different states
  std::uint64_t hash_sum = 0;  ///< sum, mod 2^64, of hash_terms() of their fluents
};

struct PerftResult {
  std::vector<PerftLevel> levels;  ///< depths 1, 2, ..; only complete ones
  std::uint64_t transitions = 0;   ///< states computed
  bool complete = true;            ///< false: the budget ended before `depth`
};

/// Levels 1 to `depth`. Computes at most `budget` transitions (0: no limit) and
/// gives up the level in which they run out. With `hashes` false, hash_sum stays 0
/// (naming every state's fluents takes most of the time). Throws LimitReached as
/// the game does.
[[nodiscard]] PerftResult perft(const Game& game, std::uint32_t depth, std::uint64_t budget = 0,
                                bool hashes = true);

/// In decimal, as the traces write it.
[[nodiscard]] std::string to_decimal(PerftCount count);

/// The same, with `>=` before perft_most, which may stand for any larger number.
[[nodiscard]] std::string count_text(PerftCount count);

}  // namespace tesuji::runtime
