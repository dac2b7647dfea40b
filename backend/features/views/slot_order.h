// Computes an order in which slots can be evaluated.
#pragma once

#include "backend/features/views/literal_tree.h"

#include <vector>

namespace tesuji::views {

/// A set of mutually dependent slots, or one slot that depends on itself: [begin, end) of an order.
struct Cycle {
  Slot begin = 0;
  Slot end = 0;
};

struct SlotOrder {
  std::vector<Slot> slots;    ///< each slot comes after those on which it depends, except in cycles
  std::vector<Cycle> cycles;  ///< ascending
};

[[nodiscard]] SlotOrder order_slots(const LiteralTree& tree, const LastLiterals& last);

}  // namespace tesuji::views
