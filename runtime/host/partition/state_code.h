// Codes states as whole numbers, as few bits as what is proved of them allows.
//
// A state is a list of digits, each of some bits of which at most one is set: which one, or that
// none is. Bits of which nothing is known are digits by themselves. The number of a state is these
// digits in mixed radix: three marks of which one lies on each of 30 squares and whose turn it is
// take 49 bits, and not 92.
#pragma once

#include "runtime/host/game/game.h"

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

/// Immutable; serves many threads.
class StateCode {
 public:
  /// `groups` have no bit in common. `used`: by word, the bits that are not the same in all states;
  /// all others are as in `fixed`. Throws LimitReached where the numbers need more than 127 bits.
  StateCode(std::span<const BitGroup> groups, StateView used, StateView fixed);

  /// Bits of the largest number.
  [[nodiscard]] unsigned bits() const { return bits_; }

  /// Codes that number alike have the same.
  [[nodiscard]] std::uint64_t identity() const { return identity_; }

  /// The state's number. States of which what was proved does not hold may have those of others.
  [[nodiscard]] WideKey number(StateView state) const;
  /// The state of a number.
  void state(WideKey number, StateOut out) const;

 private:
  struct Digit {
    std::vector<std::uint32_t> bits;
    std::uint32_t radix = 2;       ///< bits, and one more where none may be set
    std::uint32_t first_word = 0;  ///< of masks
    std::vector<std::uint64_t> masks;
    std::vector<std::uint16_t>
        order;  ///< by bit within these words: its place among bits, plus one
  };

  [[nodiscard]] std::uint32_t value(const Digit& digit, StateView state) const;

  std::vector<Digit> low_, high_;  ///< the most significant first
  State fixed_;
  unsigned low_bits_ = 0;
  unsigned bits_ = 0;
  std::uint64_t identity_ = 0;
};

}  // namespace tesuji::runtime
