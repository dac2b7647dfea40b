// Rounds the priorities of synthesised metarules for human readers.
#pragma once

#include "ir/formulas/metarule.h"

#include <vector>

namespace tesuji::passes {

/// Smaller positive numbers are replaced by this. Below 2e-308 numbers lose digits, and are not
/// read back as printed.
inline constexpr double least_priority = 1e-300;

/// Returns the number nearest to this many decimal digits of `number` (at least one).
[[nodiscard]] double with_digits(double number, int digits);

/// Rounds the priorities to four digits, as estimates are printed, and to more if fewer would
/// change the order of two of them: equal ones stay equal, unequal ones unequal and in their order.
/// Keeps whole numbers. Printed and read back they are the same. Replaces positive ones below
/// `least_priority` by it.
void round_priorities(std::vector<ir::OrderingMetarule>& metarules);

}  // namespace tesuji::passes
