// Priorities of synthesised metarules as people read them.
#pragma once

#include "ir/formulas/metarule.h"

#include <vector>

namespace tesuji::passes {

/// What is positive and smaller counts as this. Below 2e-308 numbers lose digits, and cannot be
/// read back as they were printed.
inline constexpr double least_priority = 1e-300;

/// The number nearest to these decimal digits of `number` (at least one).
[[nodiscard]] double with_digits(double number, int digits);

/// Rounds the priorities to four digits, as estimates are printed, and to more where fewer
/// would change which of two is smaller: equal ones stay equal, unequal ones unequal and in
/// their order. Whole numbers stay as they are. Printed and read back they are the same.
/// Positive ones below `least_priority` become that.
void round_priorities(std::vector<ir::OrderingMetarule>& metarules);

}  // namespace tesuji::passes
