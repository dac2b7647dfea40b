// Implements arithmetic on numbers whose bits are signals: one number in each lane.
#pragma once

#include "passes/lanes/xag_builder.h"

#include <cstdint>
#include <vector>

namespace tesuji::passes {

/// The bits of a natural number, the lowest first; missing ones are zero. The highest is never the
/// constant false.
using XagNumber = std::vector<ir::Signal>;

/// Returns bit `position`, or false.
[[nodiscard]] ir::Signal bit_of(const XagNumber& number, std::size_t position);

/// Returns `value` if `condition` holds, otherwise 0.
[[nodiscard]] XagNumber number_where(ir::Signal condition, std::uint64_t value);
[[nodiscard]] XagNumber add(XagBuilder& build, const XagNumber& a, const XagNumber& b);
/// Whether a < b.
[[nodiscard]] ir::Signal is_less(XagBuilder& build, const XagNumber& a, const XagNumber& b);
/// Returns the lowest `bits` bits of a - b, modulo 2^bits.
[[nodiscard]] XagNumber subtract(XagBuilder& build, const XagNumber& a, const XagNumber& b,
                                 std::size_t bits);

}  // namespace tesuji::passes
