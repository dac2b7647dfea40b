// Computes an order in which slots can be evaluated.
#pragma once

#include "backend/features/views/literal_tree.h"

#include <vector>

namespace tesuji::views {

/// Slots that depend on each other, or one that does on itself: [begin, end) of an order.
struct Cycle {
  Slot begin = 0;
  Slot end = 0;
};

struct SlotOrder {
  std::vector<Slot> slots;    ///< what a slot depends on comes before it, but in cycles
  std::vector<Cycle> cycles;  ///< ascending
};

[[nodiscard]] SlotOrder order_slots(const LiteralTree& tree, const LastLiterals& last);

}  // namespace tesuji::views
