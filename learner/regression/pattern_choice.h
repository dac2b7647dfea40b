// Chooses patterns: sets of squares that the rules read together.
//
// A *square* is a set of fluents that differ in one argument and of which at most one held in every
// state that was seen: `(cell 3 4 ?)`. Squares are *neighbours* if a gate of the game's net depends
// on them and on few others: four in a row, a square and the one below it, a piece and where it may
// move. A pattern starts at the square that is in the fewest patterns so far, and grows by
// neighbours of its squares while its table is small enough. Nothing is read from names but which
// arguments are equal.
//
// Source: Lucas, Learning to Play Othello with N-Tuple Systems (2008), for random walks; he walks
// on the board, which rules do not have.
#pragma once

#include "ir/nets/net.h"
#include "runtime/host/game/game.h"
#include "runtime/host/search/pattern_sum.h"

#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace tesuji::learner {

struct PatternOptions {
  std::uint64_t seed = 1;
  std::size_t patterns = 64;
  std::uint32_t most_entries = 8192;  ///< of a table, at least 17
  std::size_t most_squares = 8;  ///< of a pattern, and of a gate that makes neighbours; at least 2
};

/// Immutable.
struct Patterns {
  static constexpr std::size_t no_fluent = std::numeric_limits<std::size_t>::max();

  std::vector<std::uint32_t> sizes;                          ///< of a table, by pattern
  std::vector<std::string> fluents;                          ///< that patterns read
  std::vector<std::vector<runtime::PatternDigit>> digits{};  ///< by fluent
  std::size_t turn =
      no_fluent;  ///< place in `fluents` of the one that holds if it is role 0's turn
};

/// Chooses patterns for a game with two roles. `names`: of the net's fluents; `states`: of the
/// game, seen in play. Nothing if there are no neighbours or states, the net
/// is too large, or the game's states have no bits for fluents.
[[nodiscard]] std::optional<Patterns> choose_patterns(const runtime::Game& game, const ir::Net& net,
                                                      std::span<const std::string> names,
                                                      std::span<const runtime::State> states,
                                                      const PatternOptions& options = {});

}  // namespace tesuji::learner
