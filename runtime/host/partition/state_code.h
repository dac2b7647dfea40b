// Codes states as whole numbers, as few bits as what is proved of them allows.
//
// A state is a list of digits, each of some bits of which at most one is set: which one, or that
// none is. Bits of which nothing is known are digits by themselves. The number of a state is these
// digits in mixed radix: three marks of which one lies on each of 30 squares and whose turn it is
// take 49 bits, and not 92.
//
// The number is a sum: each bit that is set adds its place in its digit times the digit's weight.
// Tables hold what each value of a piece of a state, a byte or half of one, adds to the number, and
// which bits each value of a run of digits sets.
//
// States that symmetries of the game map on each other, its *orbit*, share a number: the least of
// theirs. The number of an image is a sum over the bits of the state itself, with other weights: no
// image is ever made, and the numbers of all images are added up side by side.
#pragma once

#include "runtime/host/game/game.h"

#include <array>
#include <compare>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace tesuji::runtime {

/// Two numbers of 64 bits in mixed radix, since dividing larger ones takes long; as one number of
/// at most 128 bits.
using WideKey = unsigned __int128;

/// Bits of a state of which at most one is set, or exactly one.
struct BitGroup {
  std::vector<std::uint32_t> bits;  ///< bit b of word w is number 64 w + b
  bool one_is_set = false;
};

/// What each bit of a state becomes, for all bits of its words.
using BitPermutation = std::vector<std::uint32_t>;

/// Immutable; serves many threads.
class StateCode {
 public:
  /// `groups` have no bit in common. `used`: by word, the bits that are not the same in all states;
  /// all others are as in `fixed`. `symmetries` form a group with the identity, which is not among
  /// them, and map all states on states; none: each state has a number of its own. Throws
  /// LimitReached where the numbers need more than 127 bits.
  StateCode(std::span<const BitGroup> groups, StateView used, StateView fixed,
            std::span<const BitPermutation> symmetries = {});

  /// Bits of the largest number.
  [[nodiscard]] unsigned bits() const { return bits_; }

  /// Symmetries, and the identity.
  [[nodiscard]] std::size_t symmetries() const { return symmetries_; }

  /// Codes that number alike have the same.
  [[nodiscard]] std::uint64_t identity() const { return identity_; }

  /// The number of the state's orbit: the least of own_number(). States of which what was proved
  /// does not hold may have those of others.
  [[nodiscard]] WideKey number(StateView state) const {
    return symmetries_ == 1 ? own_number(state) : least_number(state);
  }
  /// The state's own number.
  [[nodiscard]] WideKey own_number(StateView state) const;
  /// The state whose own number this is.
  void state(WideKey number, StateOut out) const;

  /// How many different states its orbit has.
  [[nodiscard]] std::uint64_t orbit_size(StateView state) const;
  /// The own numbers of all states of its orbit, ascending.
  [[nodiscard]] std::vector<WideKey> orbit(StateView state) const;

 private:
  struct Digit {
    std::vector<std::uint32_t> bits;
    std::uint32_t radix = 2;  ///< bits, and one more where none may be set
  };
  /// A number as its upper and its lower part, in order.
  struct Parts {
    std::uint64_t high = 0;
    std::uint64_t low = 0;
    friend auto operator<=>(const Parts&, const Parts&) = default;
  };
  /// Numbers of images that are added up side by side.
  static constexpr std::size_t most_columns = 8;
  using Columns = std::array<std::uint64_t, most_columns>;
  /// Digits that are next to each other, as one.
  struct Run {
    std::uint64_t radix = 1;
    std::uint32_t first_word = 0;
    std::uint32_t words = 0;
    std::vector<std::uint64_t> bits;    ///< by value: so many words; empty where there is `single`
    std::vector<std::uint32_t> single;  ///< of one large digit, by value: the bit, or no_bit
  };

  void list_digits(std::span<const BitGroup> groups, StateView used);
  void place_pieces(std::span<const BitPermutation> symmetries);
  void make_sums(std::span<const BitPermutation> symmetries);
  [[nodiscard]] std::vector<Parts> weights_of(const BitPermutation& symmetry) const;
  void make_runs();
  void compute_identity(std::span<const BitPermutation> symmetries);
  template <std::size_t columns>
  void add_up(const std::uint64_t* table, StateView state, Columns& totals) const;
  template <typename Each>
  void each_image(StateView state, const Each& each) const;
  [[nodiscard]] std::size_t words_of_number() const { return high_digits_ > 0 ? 2 : 1; }
  [[nodiscard]] WideKey joined(const Parts& parts) const {
    return high_digits_ == 0 ? parts.low : WideKey{parts.high} << low_bits_ | parts.low;
  }
  [[nodiscard]] WideKey least_number(StateView state) const;
  void decode(const std::vector<Run>& runs, std::uint64_t number, StateOut out) const;

  std::vector<Digit> digits_;          ///< the most significant first
  std::size_t high_digits_ = 0;        ///< those at the beginning that make the upper number
  unsigned piece_bits_ = 8;            ///< 4 where tables of bytes would be large
  std::vector<std::uint32_t> pieces_;  ///< numbers of those that have bits of digits
  std::size_t symmetries_ = 1;
  std::size_t columns_ = 1;  ///< 1, 2, 4 or most_columns
  /// What a piece adds to numbers: by group of images, by piece, by what the piece is, `columns_`
  /// words, of which a number takes two where there are high digits, the upper one first. The first
  /// image is the state itself; it is repeated at the end of the last group.
  std::vector<std::uint64_t> sums_;
  std::vector<Run> high_runs_, low_runs_;  ///< the most significant first
  State fixed_;
  unsigned low_bits_ = 0;
  unsigned bits_ = 0;
  std::uint64_t identity_ = 0;
};

}  // namespace tesuji::runtime
