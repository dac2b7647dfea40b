// Counts the game tree level by level: the standard test of move generators.
//
// Equal states of one level are expanded once and carry the number of ways to reach them, so the
// work grows with the number of different states. Several threads share the states of a level; the
// counts are the same for any number of threads.
#pragma once

#include "runtime/host/game/game.h"

#include <atomic>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

namespace tesuji::runtime {

/// Counts saturate at perft_most.
using PerftCount = unsigned __int128;
inline constexpr PerftCount perft_most = ~PerftCount{0};

/// Counts of the states `depth` moves below the initial state.
struct PerftLevel {
  std::uint32_t depth = 0;
  PerftCount sequences = 0;    ///< of joint moves; terminal states are not expanded
  PerftCount terminal = 0;     ///< those of them that end in a terminal state
  std::uint64_t distinct = 0;  ///< different states
  std::uint64_t hash_sum = 0;  ///< sum, mod 2^64, of hash_terms() of their fluents
  /// Sequences, one joint move shorter, that cannot be continued: their states are not terminal,
  /// but a role has no legal move.
  PerftCount stuck_before = 0;
};

struct PerftResult {
  std::vector<PerftLevel> levels;  ///< depths 1, 2, ..; only complete ones
  std::uint64_t transitions = 0;   ///< states computed
  bool complete = true;  ///< false: levels are missing, because of the budget unless the fields
                         ///< below give another reason
  bool stopped = false;  ///< on request
  std::string limit;     ///< the game reached a limit: the message of LimitReached
};

/// Progress in the level that is being expanded.
struct PerftProgress {
  std::uint32_t depth = 0;        ///< of the states that are being found
  std::uint64_t states = 0;       ///< to be expanded
  std::uint64_t expanded = 0;     ///< states expanded so far
  std::uint64_t transitions = 0;  ///< of all levels
};

struct PerftOptions {
  std::uint64_t budget = 0;  ///< most transitions; 0: no limit
  bool hashes = true;        ///< false: hash_sum stays 0, which saves the naming of fluents, most
                             ///< of the time
  /// Ends with the first level that has no sequences; false: reports the further, equally empty
  /// ones, too.
  bool until_over = false;
  unsigned threads = 1;
  /// Checked between transitions: once it is set, the level is dropped. May be null.
  const std::atomic<bool>* stop = nullptr;
  /// Called after each level, and from time to time within one, by the caller's thread. May be
  /// empty.
  std::function<void(const PerftLevel&)> finished{};
  std::function<void(const PerftProgress&)> progress{};
};

/// Counts levels 1 to `depth`; drops the level in which the budget runs out, a stop comes or the
/// game reaches a limit of its own.
[[nodiscard]] PerftResult perft(const Game& game, std::uint32_t depth, const PerftOptions& options);

/// As above, in this thread. Computes at most `budget` transitions (0: no limit) and drops the
/// level in which they run out. Throws LimitReached as the game does.
[[nodiscard]] PerftResult perft(const Game& game, std::uint32_t depth, std::uint64_t budget = 0,
                                bool hashes = true);

/// Prints the count in decimal, as in the traces.
[[nodiscard]] std::string to_decimal(PerftCount count);

/// As to_decimal, but puts `>=` before perft_most, which may stand for any larger number.
[[nodiscard]] std::string count_text(PerftCount count);

}  // namespace tesuji::runtime
