// How moves did after a joint move, wherever that was made: sequences of two moves.
//
// Sources: Tak, Winands and Björnsson, N-Grams and the Last-Good-Reply Policy Applied in General
// Game Playing (2012).
#pragma once

#include "runtime/host/game/game.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace tesuji::runtime {

/// Means of values, by the joint move before and the role's move after it. Of bounded size: a
/// sequence replaces one that has the same place. Not thread-safe.
class MoveSequences {
 public:
  MoveSequences() : entries_(places) {}

  /// `visits` more, with this mean value, 0..1.
  void count(std::span<const Move> before, Role role, Move move, double value, double visits);

  /// Of the sequence's values; nothing where it was visited less often.
  [[nodiscard]] std::optional<double> mean(std::span<const Move> before, Role role, Move move,
                                           double least_visits) const;

 private:
  static constexpr std::size_t places = std::size_t{1} << 16U;

  struct Entry {
    std::uint64_t key = 0;
    float total = 0;
    float visits = 0;
  };

  std::vector<Entry> entries_;
};

}  // namespace tesuji::runtime
