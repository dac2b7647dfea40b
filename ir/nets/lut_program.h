// Represents straight-line programs of three-input look-up tables over words of lanes.
//
// An operation computes any boolean function of three words, bit by bit: bit 4x + 2y + z of its
// table is the function's value if the operands' bits are x, y and z (like the immediate operand of
// AVX-512's vpternlog). Operands are inputs or earlier operations.
#pragma once

#include "ir/nets/xag.h"

#include <array>
#include <cstdint>
#include <vector>

namespace tesuji::ir {

/// Numbers inputs first, then operations, in order.
using LutValue = std::uint32_t;

struct LutOperation {
  std::uint8_t table = 0;
  std::array<LutValue, 3> operands{};  ///< if fewer matter, the last ones repeat an earlier one
};

struct LutOutput {
  enum class Kind : std::uint8_t { value, zeros, ones };
  LaneWord word;
  Kind kind = Kind::value;
  LutValue value = 0;
};

/// All inputs have their values from before the program, including words that it writes. Unchanged
/// words are not outputs; an output never refers to an input directly.
struct LutProgram {
  std::vector<LaneWord> inputs;
  std::vector<LutOperation> operations;
  std::vector<LutOutput> outputs;
};

namespace lut {
/// By operand: the distance from rows where it is zero to rows where it is one, and the former.
inline constexpr std::array<unsigned, 3> shift = {4, 2, 1};
inline constexpr std::array<std::uint8_t, 3> zeros = {0x0F, 0x33, 0x55};
}  // namespace lut

/// Whether a table depends on its operand `position` (0 to 2).
[[nodiscard]] constexpr bool depends_on(std::uint8_t table, unsigned position) {
  return ((table ^ (table >> lut::shift[position])) & lut::zeros[position]) != 0;
}

/// Returns the table with the operand replaced by its complement.
[[nodiscard]] constexpr std::uint8_t complement_operand(std::uint8_t table, unsigned position) {
  const unsigned zeros = lut::zeros[position];
  const unsigned up = (table & zeros) << lut::shift[position];
  const unsigned down = (static_cast<unsigned>(table) >> lut::shift[position]) & zeros;
  return static_cast<std::uint8_t>(up | down);
}

}  // namespace tesuji::ir
