// Computes with saturation: results stop at the largest number.
#pragma once

#include <cstdint>
#include <limits>

namespace tesuji::runtime {

[[nodiscard]] inline std::uint64_t saturating_product(std::uint64_t a, std::uint64_t b) {
  std::uint64_t product = 0;
  return __builtin_mul_overflow(a, b, &product) ? std::numeric_limits<std::uint64_t>::max()
                                                : product;
}

}  // namespace tesuji::runtime
