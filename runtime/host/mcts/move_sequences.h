// Averages the values of moves after a given joint move, wherever in the game it was made:
// sequences of two moves.
//
// Sources: Tak, Winands and Björnsson, N-Grams and the Last-Good-Reply Policy Applied in General
// Game Playing (2012).
#pragma once

#include "runtime/host/game/game.h"
#include "runtime/host/memory/rng.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

namespace tesuji::runtime {

/// A joint move as a number, built move by move in role order.
class JointKey {
 public:
  void add(Move move) {
    mix_ ^= static_cast<std::uint64_t>(move);
    mix_ = splitmix64(mix_);
  }
  [[nodiscard]] std::uint64_t value() const { return mix_; }

 private:
  std::uint64_t mix_ = 0;
};

/// Means of values, by the previous joint move and the role's next move. Of bounded size: a
/// sequence replaces another one with the same slot. Not thread-safe.
class MoveSequences {
 public:
  /// Adds `visits` with this mean value, 0..1. `before`: JointKey::value().
  void count(std::uint64_t before, Role role, Move move, double value, double visits);

  /// Returns the mean of the sequence's values; nothing if it was visited less often.
  [[nodiscard]] std::optional<double> mean(std::uint64_t before, Role role, Move move,
                                           double least_visits) const;

 private:
  static constexpr std::size_t places = std::size_t{1} << 16U;

  struct Entry {
    std::uint64_t key = 0;
    float total = 0;
    float visits = 0;
  };

  std::vector<Entry> entries_;  ///< empty until the first value is added
};

}  // namespace tesuji::runtime
