// Priorities of synthesised metarules as people read them.
#pragma once

#include "ir/metarule.h"

#include <vector>

namespace tesuji::passes {

/// Rounds the priorities to four digits, as estimates are printed, and to more where fewer
/// would change which of two is smaller: equal ones stay equal, unequal ones unequal and in
/// their order. Whole numbers stay as they are. Printed and read back they are the same.
void round_priorities(std::vector<ir::OrderingMetarule>& metarules);

}  // namespace tesuji::passes
