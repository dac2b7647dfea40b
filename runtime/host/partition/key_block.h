// Ascending numbers in few bits, of which any can be found without the others being read.
//
// Of each number that is left after the first one, as what it is more, the lower bits are written
// as they are, and the upper parts, which ascend, in unary: a one for each number, after as many
// zeros as its upper part is (Elias 1974, "Efficient storage and retrieval by content and address
// of static files"). Where the zeros end that stand for an upper part is found a word at a time
// (Vigna 2008, "Broadword implementation of rank/select queries").
#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <vector>

namespace tesuji::runtime {

/// Up to 64 numbers. `Key` is one of those of state_code.h. The first one is kept elsewhere;
/// there are no others where it is alone. Its bytes: how many lower bits there are, the lower bits,
/// the upper parts.
template <typename Key>
class KeyBlock {
 public:
  static constexpr std::size_t most = 64;
  /// Bytes behind the last block that are read, whatever they are.
  static constexpr std::size_t padding = 32;
  static constexpr std::size_t nowhere = ~std::size_t{0};

  /// Appends the block of numbers, each more than the one before, to `bytes`.
  static void append(std::span<const Key> keys, std::vector<std::uint8_t>& bytes) {
    const std::size_t count = keys.size() - 1;
    if (count == 0) return;
    const Key base = keys.front() + 1;
    const Key last = keys.back() - base;
    const unsigned low_bits = low_bits_of(count, last);
    const std::size_t begin = bytes.size();
    const std::size_t ones = begin + head_bytes + low_bytes(count, low_bits);
    bytes.resize(ones + (count + static_cast<std::size_t>(last >> low_bits)) / 8 + 1);
    for (std::size_t i = 0; i < head_bytes; ++i) {
      bytes[begin + i] = static_cast<std::uint8_t>(low_bits >> 8 * i);
    }
    for (std::size_t i = 0; i < count; ++i) {
      const Key more = keys[i + 1] - base;
      put(&bytes[begin + head_bytes], i * low_bits, low_bits, more);
      const std::size_t one = static_cast<std::size_t>(more >> low_bits) + i;
      bytes[ones + one / 8] = static_cast<std::uint8_t>(bytes[ones + one / 8] | 1U << one % 8);
    }
  }

  /// The place of the number among those of the block, of which there are `size` and `first` is the
  /// first one; nowhere: it is none of them.
  [[nodiscard]] static std::size_t find(const std::uint8_t* bytes, std::size_t size, Key first,
                                        Key key) {
    if (key == first) return 0;
    if (key < first || size == 1) return nowhere;
    const std::size_t count = size - 1;
    const unsigned low_bits = head(bytes);
    const Key more = key - first - 1;
    if (more >> low_bits > most_upper) return nowhere;
    const auto upper = static_cast<std::size_t>(more >> low_bits);
    const std::uint8_t* lows = bytes + head_bytes;
    const std::uint8_t* ones = lows + low_bytes(count, low_bits);
    std::size_t bit = after_zeros(ones, upper, count);
    const Key low = more & mask(low_bits);
    for (std::size_t i = bit - upper; i < count && (ones[bit / 8] >> bit % 8 & 1) != 0;
         ++i, ++bit) {
      const Key there = get(lows, i * low_bits, low_bits);
      if (there >= low) return there == low ? i + 1 : nowhere;
    }
    return nowhere;
  }

  /// Reads all numbers in order.
  class Reader {
   public:
    Reader() = default;
    Reader(const std::uint8_t* bytes, std::size_t size, Key first) : key_(first) {
      if (size == 1) return;
      base_ = first + 1;
      low_bits_ = head(bytes);
      lows_ = bytes + head_bytes;
      ones_ = lows_ + low_bytes(size - 1, low_bits_);
      word_ = load(ones_);
    }
    [[nodiscard]] Key key() const { return key_; }
    /// The next one, which there is.
    void next() {
      for (; word_ == 0; word_ = load(ones_ += 8)) upper_ += 64;
      const Key upper = upper_ + static_cast<std::size_t>(std::countr_zero(word_)) - number_;
      word_ &= word_ - 1;
      key_ = base_ + (upper << low_bits_ | get(lows_, number_ * low_bits_, low_bits_));
      ++number_;
    }

   private:
    const std::uint8_t* lows_ = nullptr;
    const std::uint8_t* ones_ = nullptr;
    std::uint64_t word_ = 0;  ///< of the upper parts: bits not read yet
    std::size_t upper_ = 0;   ///< the number of the word's first bit
    std::size_t number_ = 0;  ///< of those that are more than the first one, read already
    unsigned low_bits_ = 0;
    Key base_ = 0;
    Key key_ = 0;
  };

 private:
  /// Of the number of lower bits.
  static constexpr std::size_t head_bytes = sizeof(Key) > 32 ? 2 : 1;
  [[nodiscard]] static unsigned head(const std::uint8_t* bytes) {
    return head_bytes == 1 ? bytes[0] : bytes[0] | unsigned{bytes[1]} << 8;
  }

  /// low_bits_of() makes upper parts no larger.
  static constexpr std::size_t most_upper = 2 * most;
  // after_zeros() ends in the word after so many bits.
  static_assert(padding >= (most_upper + most) / 8);
  /// That one load gives, from any bit on.
  static constexpr unsigned loaded_bits = 56;
  static constexpr std::uint64_t each_byte = 0x0101'0101'0101'0101U;
  static constexpr std::uint64_t top_bits = 0x80 * each_byte;

  /// As few bits in all as can be.
  [[nodiscard]] static unsigned low_bits_of(std::size_t count, Key last) {
    unsigned bits = 0;
    while (bits + 1 < 8 * sizeof(Key) && last >> (bits + 1) >= count) ++bits;
    return bits;
  }
  [[nodiscard]] static std::size_t low_bytes(std::size_t count, unsigned low_bits) {
    return (count * low_bits + 7) / 8;
  }
  [[nodiscard]] static Key mask(unsigned bits) { return (Key{1} << bits) - 1; }
  [[nodiscard]] static std::uint64_t load(const std::uint8_t* bytes) {
    std::uint64_t word = 0;
    std::memcpy(&word, bytes, sizeof word);
    return word;
  }
  /// The place behind as many zeros as `upper`; more than upper + count where there are fewer.
  [[nodiscard]] static std::size_t after_zeros(const std::uint8_t* bytes, std::size_t upper,
                                               std::size_t count) {
    if (upper == 0) return 0;
    for (std::size_t begin = 0, left = upper;; begin += 64, bytes += 8) {
      const std::uint64_t zeros = ~load(bytes);
      const std::uint64_t sums = sums_of_bytes(zeros);
      const auto all = static_cast<std::size_t>(sums >> 56U);
      if (left <= all) return begin + place_of(zeros, sums, left - 1) + 1;
      left -= all;
      if (begin + 64 - (upper - left) > count) return upper + count;  // too many ones
    }
  }
  /// Of each byte, how many bits are set in it and in those below.
  [[nodiscard]] static std::uint64_t sums_of_bytes(std::uint64_t word) {
    word -= (word >> 1U) & 0x5555'5555'5555'5555U;
    word = (word & 0x3333'3333'3333'3333U) + ((word >> 2U) & 0x3333'3333'3333'3333U);
    return ((word + (word >> 4U)) & 0x0f0f'0f0f'0f0f'0f0fU) * each_byte;
  }
  /// Of the bit that is set and has `number` others below it.
  [[nodiscard]] static std::size_t place_of(std::uint64_t word, std::uint64_t sums,
                                            std::size_t number) {
    const std::uint64_t small =
        ((number * each_byte | top_bits) - sums) & top_bits;             // enough below
    const std::uint64_t first = (small >> 7U) * each_byte >> 56U << 3U;  // bit of the byte
    auto below = number - static_cast<std::size_t>(sums << 8U >> first & 0xff);
    std::uint64_t byte = word >> first & 0xff;
    for (; below > 0; --below) byte &= byte - 1;
    return first + static_cast<std::size_t>(std::countr_zero(byte));
  }
  [[nodiscard]] static Key get(const std::uint8_t* bytes, std::size_t at, unsigned bits) {
    Key value = 0;
    for (unsigned have = 0; have < bits; have += loaded_bits, at += loaded_bits) {
      value |= Key{load(bytes + at / 8) >> at % 8 & mask64(loaded_bits)} << have;
    }
    return value & mask(bits);
  }
  [[nodiscard]] static constexpr std::uint64_t mask64(unsigned bits) {
    return (std::uint64_t{1} << bits) - 1;
  }
  static void put(std::uint8_t* bytes, std::size_t at, unsigned bits, Key value) {
    value &= mask(bits);
    for (unsigned done = 0; done < bits;) {
      const auto shift = static_cast<unsigned>(at % 8);
      bytes[at / 8] = static_cast<std::uint8_t>(
          bytes[at / 8] | static_cast<unsigned>(static_cast<std::uint64_t>(value >> done) & 0xff)
                              << shift);
      const unsigned taken = std::min(8 - shift, bits - done);
      done += taken;
      at += taken;
    }
  }
};

}  // namespace tesuji::runtime
