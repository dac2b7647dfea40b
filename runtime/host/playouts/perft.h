// Counts the game tree level by level: the standard check of move generators.
//
// Equal states of one level are expanded once and carry the number of ways to
// reach them, so that the work grows with the number of different states. Several threads share
// the states of a level; the counts are the same for any number of them.
#pragma once

#include "runtime/host/game/game.h"

#include <atomic>
#include <cstdint>
#include <functional>
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
  /// Sequences of one joint move less that nothing can follow: their states are not terminal, but a
  /// role has no legal move.
  PerftCount stuck_before = 0;
};

struct PerftResult {
  std::vector<PerftLevel> levels;  ///< depths 1, 2, ..; only complete ones
  std::uint64_t transitions = 0;   ///< states computed
  bool complete = true;  ///< false: levels are missing: the budget, unless this says why else
  bool stopped = false;  ///< on request
  std::string limit;     ///< the game's: what LimitReached said
};

/// How far the level is that is being expanded.
struct PerftProgress {
  std::uint32_t depth = 0;        ///< of the states that are being found
  std::uint64_t states = 0;       ///< to be expanded
  std::uint64_t expanded = 0;     ///< of them, so far
  std::uint64_t transitions = 0;  ///< of all levels
};

struct PerftOptions {
  std::uint64_t budget = 0;  ///< most transitions; 0: no limit
  bool hashes = true;        ///< false: hash_sum stays 0; naming all fluents takes most of the time
  /// Ends with the first level that has no sequences, as all further ones; false: those are told,
  /// too.
  bool until_over = false;
  unsigned threads = 1;
  /// Looked at between transitions: once it is set, the level is given up. Null: never.
  const std::atomic<bool>* stop = nullptr;
  /// Called after each level, and now and then within one, by the caller's thread. May be empty.
  std::function<void(const PerftLevel&)> finished{};
  std::function<void(const PerftProgress&)> progress{};
};

/// Levels 1 to `depth`; gives up the level in which the budget runs out, a stop comes or the game
/// reaches a limit of its own.
[[nodiscard]] PerftResult perft(const Game& game, std::uint32_t depth, const PerftOptions& options);

/// The same in this thread. Computes at most `budget` transitions (0: no limit) and
/// gives up the level in which they run out. Throws LimitReached as the game does.
[[nodiscard]] PerftResult perft(const Game& game, std::uint32_t depth, std::uint64_t budget = 0,
                                bool hashes = true);

/// In decimal, as the traces write it.
[[nodiscard]] std::string to_decimal(PerftCount count);

/// The same, with `>=` before perft_most, which may stand for any larger number.
[[nodiscard]] std::string count_text(PerftCount count);

}  // namespace tesuji::runtime
