// Counts bits of vectors of words: by the processor's vector instructions if it has them.
#pragma once

#include "learner/game_rules/fact_world.h"

#include <cstdint>

namespace tesuji::learner {

struct BitCounts {
  std::uint64_t all = 0;   ///< bits of a & b
  std::uint64_t some = 0;  ///< those of them that are also in c
};

/// Counts bits of `a & b` and of `a & b & c`, all of `words` words; with `flip`, uses `a & ~b`
/// instead. Chooses the instructions on the first call; thread-safe.
[[nodiscard]] BitCounts count_bits(const Word* a, const Word* b, const Word* c, std::uint32_t words,
                                   bool flip);

}  // namespace tesuji::learner
