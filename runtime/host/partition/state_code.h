// Encodes states as integers, in as few bits as the proved facts about them allow.
//
// A state is a list of digits. Each digit stands for some bits of which at most one is set; its
// value is which one, or none. A bit of which nothing is known is a digit by itself. The number of
// a state is these digits in mixed radix: three marks of which one lies on each of 30 squares and
// whose turn it is take 49 bits, and not 92.
//
// The number is a sum: each set bit adds its place in its digit times the digit's weight. Tables
// hold what each value of a piece of a state, a byte or half of one, adds to the number, and which
// bits each value of a run of digits sets.
//
// States that symmetries of the game map on each other, an *orbit*, share a number: the least of
// their own numbers. The number of an image is a sum over the bits of the state itself, with other
// weights: images are never computed, and the numbers of all images are added up in parallel.
#pragma once

#include "runtime/host/game/game.h"
#include "runtime/host/game/named_symmetry.h"
#include "runtime/host/memory/word_bits.h"

#include <algorithm>
#include <array>
#include <compare>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace tesuji::runtime {

// Integers of many bits. Boost.Multiprecision's take more memory than their bits.

/// Not negative; overflow beyond this many words of 64 bits is lost. Stored as its words, the least
/// significant first.
template <std::size_t count>
class WideNumber {
 public:
  constexpr WideNumber() = default;
  constexpr WideNumber(std::uint64_t value) { words_[0] = value; }  // NOLINT: as of built-in types

  /// Returns the lowest word.
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

/// Types of numbers of states; a code uses the first that has a bit to spare.
using ShortKey = std::uint64_t;
using WideKey = unsigned __int128;
using WiderKey = WideNumber<4>;
using WidestKey = WideNumber<8>;

/// Bits of a state of which at most one is set, or exactly one.
struct BitGroup {
  std::vector<std::uint32_t> bits;  ///< bit b of word w is number 64 w + b
  bool one_is_set = false;
};

/// Immutable; thread-safe.
class StateCode {
 public:
  /// `groups` have no bit in common. `used`: by word, the bits that differ between states; all
  /// others are as in `fixed`. `symmetries` form a group together with the identity, which they do
  /// not include, and map states to states; empty: each state has its own number. Throws
  /// LimitReached if the numbers need more than 511 bits.
  StateCode(std::span<const BitGroup> groups, StateView used, StateView fixed,
            std::span<const BitPermutation> symmetries = {});

  /// Returns the bits of the largest number.
  [[nodiscard]] unsigned bits() const { return bits_; }

  /// Returns the number of symmetries, including the identity.
  [[nodiscard]] std::size_t symmetries() const { return symmetries_; }

  /// Returns a hash that is equal for codes that assign the same numbers.
  [[nodiscard]] std::uint64_t identity() const { return identity_; }

  /// Returns the number of the state's orbit: the least own_number(). A state that violates the
  /// proved facts may get another one's number. `Key` must have room for bits().
  template <typename Key>
  [[nodiscard]] Key number(StateView state) const {
    if (symmetries_ == 1) return own_number<Key>(state);
    if (parts_.size() > 1) return joined<Key>(least_parts(state).data());
    std::uint64_t least = ~std::uint64_t{0};
    each_image(state, [&](const std::uint64_t* parts) {
      least = std::min(least, *parts);
      return true;
    });
    return least;
  }
  /// Returns the state's own number.
  template <typename Key>
  [[nodiscard]] Key own_number(StateView state) const {
    return joined<Key>(own_parts(state).data());
  }
  /// Returns the state with this own number.
  template <typename Key>
  void state(Key number, StateOut out) const {
    std::copy(fixed_.begin(), fixed_.end(), out.begin());
    for (std::size_t i = parts_.size(); i-- > 0;) {
      decode(parts_[i].runs, static_cast<std::uint64_t>(number) & parts_[i].mask(), out);
      if (i > 0) number = number >> parts_[i].bits;
    }
  }

  /// Returns how many different states its orbit has.
  [[nodiscard]] std::uint64_t orbit_size(StateView state) const;
  /// Computes the own numbers of all states of its orbit, ascending.
  template <typename Key>
  void orbit(StateView state, std::vector<Key>& numbers) const {
    numbers.clear();
    each_image(state, [&](const std::uint64_t* parts) {
      numbers.push_back(joined<Key>(parts));
      return true;
    });
    std::sort(numbers.begin(), numbers.end());
    numbers.erase(std::unique(numbers.begin(), numbers.end()), numbers.end());
  }

 private:
  struct Digit {
    std::vector<std::uint32_t> bits;
    std::uint32_t radix = 2;  ///< number of bits, plus one if all may be clear
  };
  /// A number, the most significant part first, padded with 0.
  using Parts = std::array<std::uint64_t, 8>;
  /// Parts of numbers of images that are added up in parallel.
  static constexpr std::size_t most_columns = 8;
  using Columns = std::array<std::uint64_t, most_columns>;
  /// Adjacent digits, decoded as one.
  struct Run {
    std::uint64_t radix = 1;
    std::uint32_t first_word = 0;
    std::uint32_t words = 0;
    std::vector<std::uint64_t> bits;    ///< by value: the words to OR in; empty if `single` is used
    std::vector<std::uint32_t> single;  ///< of one large digit, by value: the bit, or no_bit
  };

  /// Digits whose number fits into a word: dividing larger numbers is slow.
  struct Part {
    std::size_t digits = 0;
    unsigned bits = 0;
    std::vector<Run> runs;  ///< the most significant first
    [[nodiscard]] std::uint64_t mask() const {
      return bits >= 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << bits) - 1;
    }
  };

  void list_digits(std::span<const BitGroup> groups, StateView used);
  void place_pieces(std::span<const BitPermutation> symmetries);
  void make_sums(std::span<const BitPermutation> symmetries);
  [[nodiscard]] std::vector<Parts> weights_of(const BitPermutation& symmetry) const;
  void make_runs();
  [[nodiscard]] Run next_run(std::size_t& next, std::size_t end) const;
  void compute_identity(std::span<const BitPermutation> symmetries);
  template <std::size_t columns>
  void add_up(const std::uint64_t* table, StateView state, Columns& totals) const {
    std::array<std::uint64_t, columns> sums{};
    const std::uint64_t mask = (std::uint64_t{1} << piece_bits_) - 1;
    for (const std::uint32_t piece : pieces_) {
      const std::uint32_t bit = piece * piece_bits_;
      const std::uint64_t what = state[bit / word_bits] >> (bit % word_bits) & mask;
      const std::uint64_t* more = table + what * columns;
      for (std::size_t i = 0; i < columns; ++i) sums[i] += more[i];
      table += columns << piece_bits_;
    }
    std::copy(sums.begin(), sums.end(), totals.begin());
  }
  /// Calls each(parts of the image's own number), for the state itself first, until it returns
  /// false.
  template <typename Each>
  void each_image(StateView state, const Each& each) const {
    Columns totals;
    const std::uint64_t* table = sums_.data();
    for (std::size_t image = 0; image < symmetries_;) {
      switch (columns_) {
        case 1:
          add_up<1>(table, state, totals);
          break;
        case 2:
          add_up<2>(table, state, totals);
          break;
        case 4:
          add_up<4>(table, state, totals);
          break;
        default:
          add_up<most_columns>(table, state, totals);
      }
      table += (pieces_.size() * columns_) << piece_bits_;
      for (std::size_t i = 0; i + parts_.size() <= columns_ && image < symmetries_; ++image) {
        if (!each(totals.data() + i)) return;
        i += parts_.size();
      }
    }
  }
  template <typename Key>
  [[nodiscard]] Key joined(const std::uint64_t* parts) const {
    Key number = parts[0];
    for (std::size_t i = 1; i < parts_.size(); ++i) {
      number = number << parts_[i].bits | Key{parts[i]};
    }
    return number;
  }
  [[nodiscard]] Parts own_parts(StateView state) const;
  [[nodiscard]] Parts least_parts(StateView state) const;
  static void decode(const std::vector<Run>& runs, std::uint64_t number, StateOut out);

  std::vector<Digit> digits_;          ///< part by part, the most significant first
  std::vector<Part> parts_;            ///< the most significant first
  unsigned piece_bits_ = 8;            ///< 4 if tables for bytes would be large
  std::vector<std::uint32_t> pieces_;  ///< the pieces that contain bits of digits
  std::size_t symmetries_ = 1;
  std::size_t columns_ = 1;  ///< 1, 2, 4 or most_columns
  /// What a piece adds to numbers: by group of images, by piece, by the piece's value, `columns_`
  /// words: the parts of one number, of the next one, and padding if no further number exists or
  /// fits. The first image is the state itself.
  std::vector<std::uint64_t> sums_;
  State fixed_;
  unsigned bits_ = 0;
  std::uint64_t identity_ = 0;
};

}  // namespace tesuji::runtime
