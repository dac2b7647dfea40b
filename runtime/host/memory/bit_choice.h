// A random one of the bits that are set.
#pragma once

#include "runtime/host/memory/rng.h"

#include <cstddef>
#include <cstdint>
#include <span>

namespace tesuji::runtime {

/// One of the set bits from `first` until before `last`, each with equal probability: number
/// `rng.below(how many they are)`, ascending; draws nothing where there is one only. `last`
/// where there is none.
[[nodiscard]] std::size_t choose_bit(std::span<const std::uint64_t> words, std::size_t first,
                                     std::size_t last, Rng& rng);

}  // namespace tesuji::runtime
