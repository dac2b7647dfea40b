// Represents a sliced program as a network whose values persist from one position to the next.
//
// A sliced program (backend/features/traced) is a list of conjunctions of slots, each with a
// target: a slot that it supports, or a counter of which it is one solution. Here a conjunction is
// a path in a tree, whose prefixes are shared as in the nested loops:
//
//   owns(x,a1)                     node 1
//     ^blank(a2)  -> found         node 2
//   found         -> count f       node 3
//
// A slot that is not part of the position is true while it has a support. When a bit of the
// position changes, only nodes that read it and whose prefix holds are updated, and their changes
// propagate to their targets (view_machine.h). This is incremental view maintenance by counting,
// with negation and, within cycles, recursion (Gupta, Mumick and Subrahmanian, Maintaining Views
// Incrementally, 1993). A slot's number is its rank: slots on which it depends have lower ranks,
// except for mutually dependent slots, which form a cycle.
#pragma once

#include "backend/features/views/literal_tree.h"

#include <cstddef>
#include <cstdint>
#include <limits>
#include <vector>

namespace tesuji::views {

/// A literal of conjunctions: the last one of a conjunction, or one with children. Nodes are in
/// depth-first order.
struct Node {
  std::uint32_t negated : 1 = 0;
  std::uint32_t last : 1 = 0;
  std::uint32_t slot : 30 = 0;
  std::uint32_t to = 0;  ///< for a last one, its target; otherwise one past its descendants
};

/// A node that reads a slot, and its parent.
struct Reader {
  std::uint32_t negated : 1 = 0;
  std::uint32_t parent : 31 = 0;
  NodeId node = 0;
};

/// Where the readers of a slot begin in ViewNet. A conjunction that consists of this slot only has
/// no node: `copies` has its target. `readers` has the nodes that read the slot. Both ranges may be
/// empty.
struct SlotReaders {
  std::uint32_t copies =
      0;  ///< first index into ViewNet::copies; the next slot's index ends the range
  std::uint32_t readers = 0;  ///< the same for ViewNet::readers
};

struct ViewNet {
  /// Depth first. The first one is the root, which always holds.
  std::vector<Node> nodes;
  std::vector<SlotReaders> readers_of;  ///< by slot, and one more
  std::vector<Reader> readers;
  std::vector<Target> copies;
  std::vector<Cycle> cycles;  ///< ascending
  std::vector<Slot> inputs;   ///< by bit of the position; no_input if a bit is not read
  Slot slots = 0;
  Slot always = 0;  ///< the slot that is true in all positions

  /// By counter: its value without any solution, and the features that contain it.
  std::vector<std::uint32_t> bases;
  std::vector<std::vector<std::uint32_t>> features_of;
  /// By feature: its counters, whose product is its value.
  std::vector<std::vector<std::uint32_t>> counters;
};

inline constexpr Slot no_input = std::numeric_limits<Slot>::max();

/// Takes linear time, except for ordering the slots.
[[nodiscard]] ViewNet make_view_net(const slices::SlicedProgram& program);

}  // namespace tesuji::views
