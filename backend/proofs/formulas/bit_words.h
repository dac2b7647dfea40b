// Represents sets as words of bits: element i is bit i % 64 of word i / 64.
#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace tesuji::proofs {

using Words = std::vector<std::uint64_t>;

inline constexpr std::uint64_t all_ones = ~std::uint64_t{0};

/// Clears the bits from `size` on in the last word.
inline void trim(std::uint64_t* words, std::uint64_t size) {
  if (size % 64 != 0) words[size / 64] &= (std::uint64_t{1} << (size % 64)) - 1;
}

/// Whether bit i is set; bits after the last word count as 0.
inline bool has_bit(const Words& words, std::uint64_t i) {
  return i / 64 < words.size() && (words[i / 64] >> (i % 64) & 1) != 0;
}

inline void fill_ones(std::uint64_t* words, std::size_t count, std::uint64_t size) {
  std::fill_n(words, count, all_ones);
  trim(words, size);
}

/// Counts the set bits in [`begin`, `end`).
inline std::uint64_t count_bits(const std::uint64_t* words, std::uint64_t begin,
                                std::uint64_t end) {
  if (begin >= end) return 0;
  const std::size_t first = begin / 64;
  const std::size_t last = (end - 1) / 64;
  const std::uint64_t head = all_ones << (begin % 64);
  const std::uint64_t tail = all_ones >> (63 - (end - 1) % 64);
  if (first == last) return static_cast<std::uint64_t>(std::popcount(words[first] & head & tail));
  auto sum = static_cast<std::uint64_t>(std::popcount(words[first] & head));
  for (std::size_t word = first + 1; word < last; ++word) {
    sum += static_cast<std::uint64_t>(std::popcount(words[word]));
  }
  return sum + static_cast<std::uint64_t>(std::popcount(words[last] & tail));
}

}  // namespace tesuji::proofs
