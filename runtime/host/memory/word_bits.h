// Reads and writes bits of states and other arrays of words: bit i is bit i % 64 of word i / 64.
#pragma once

#include <cstdint>
#include <span>

namespace tesuji::runtime {

/// Bits of a word of a state, a table or a net.
inline constexpr std::uint32_t word_bits = 64;

[[nodiscard]] inline bool has_bit(std::span<const std::uint64_t> words, std::uint64_t bit) {
  return (words[bit / word_bits] >> (bit % word_bits) & 1U) != 0;
}

inline void set_bit(std::span<std::uint64_t> words, std::uint64_t bit) {
  words[bit / word_bits] |= std::uint64_t{1} << (bit % word_bits);
}

inline void clear_bit(std::span<std::uint64_t> words, std::uint64_t bit) {
  words[bit / word_bits] &= ~(std::uint64_t{1} << (bit % word_bits));
}

}  // namespace tesuji::runtime
