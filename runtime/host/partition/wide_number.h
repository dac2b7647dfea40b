// Whole numbers of many bits. What Boost.Multiprecision has is larger in memory than its bits.
#pragma once

#include <array>
#include <compare>
#include <cstddef>
#include <cstdint>

namespace tesuji::runtime {

/// Not negative; what does not fit into so many words of 64 bits is lost. In memory it is its
/// words, the least significant first.
template <std::size_t count>
class WideNumber {
 public:
  constexpr WideNumber() = default;
  constexpr WideNumber(std::uint64_t value) { words_[0] = value; }  // NOLINT: as of built-in types

  /// The lowest word.
  constexpr explicit operator std::uint64_t() const { return words_[0]; }

  friend constexpr bool operator==(const WideNumber&, const WideNumber&) = default;
  friend constexpr std::strong_ordering operator<=>(const WideNumber& a, const WideNumber& b) {
    for (std::size_t i = count; i-- > 0;) {
      if (a.words_[i] != b.words_[i]) return a.words_[i] <=> b.words_[i];
    }
    return std::strong_ordering::equal;
  }

  constexpr WideNumber& operator+=(const WideNumber& other) {
    std::uint64_t carry = 0;
    for (std::size_t i = 0; i < count; ++i) {
      const std::uint64_t sum = words_[i] + other.words_[i];
      const std::uint64_t all = sum + carry;
      carry = (sum < words_[i] ? 1U : 0U) | (all < sum ? 1U : 0U);
      words_[i] = all;
    }
    return *this;
  }
  constexpr WideNumber& operator|=(const WideNumber& other) {
    for (std::size_t i = 0; i < count; ++i) words_[i] |= other.words_[i];
    return *this;
  }
  constexpr WideNumber& operator&=(const WideNumber& other) {
    for (std::size_t i = 0; i < count; ++i) words_[i] &= other.words_[i];
    return *this;
  }
  constexpr WideNumber& operator<<=(unsigned bits) {
    const std::size_t words = bits / 64;
    const unsigned rest = bits % 64;
    for (std::size_t i = count; i-- > 0;) {
      std::uint64_t word = i >= words ? words_[i - words] << rest : 0;
      if (rest > 0 && i > words) word |= words_[i - words - 1] >> (64 - rest);
      words_[i] = word;
    }
    return *this;
  }
  constexpr WideNumber& operator>>=(unsigned bits) {
    const std::size_t words = bits / 64;
    const unsigned rest = bits % 64;
    for (std::size_t i = 0; i < count; ++i) {
      std::uint64_t word = i + words < count ? words_[i + words] >> rest : 0;
      if (rest > 0 && i + words + 1 < count) word |= words_[i + words + 1] << (64 - rest);
      words_[i] = word;
    }
    return *this;
  }

  constexpr WideNumber operator~() const {
    WideNumber result;
    for (std::size_t i = 0; i < count; ++i) result.words_[i] = ~words_[i];
    return result;
  }
  friend constexpr WideNumber operator+(WideNumber a, const WideNumber& b) { return a += b; }
  friend constexpr WideNumber operator-(WideNumber a, const WideNumber& b) {
    a += ~b;
    return a += 1;
  }
  friend constexpr WideNumber operator|(WideNumber a, const WideNumber& b) { return a |= b; }
  friend constexpr WideNumber operator&(WideNumber a, const WideNumber& b) { return a &= b; }
  friend constexpr WideNumber operator<<(WideNumber a, unsigned bits) { return a <<= bits; }
  friend constexpr WideNumber operator>>(WideNumber a, unsigned bits) { return a >>= bits; }

 private:
  std::array<std::uint64_t, count> words_{};
};

}  // namespace tesuji::runtime
