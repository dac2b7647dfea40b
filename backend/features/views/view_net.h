// A sliced program as a network whose values are kept from one position to the next.
//
// A sliced program (backend/features/traced) is a list of conjunctions of slots, each with a
// target: a slot of which it is one support, or a counter of which it is one solution. Here a
// conjunction is a path in a tree, whose prefixes are shared as the nested loops shared them:
//
//   owns(x,a1)                     node 1
//     ^blank(a2)  -> found         node 2
//   found         -> count f       node 3
//
// A slot that is not part of the position is there as long as it has a support. Where a bit of the
// position changes, only the nodes that read it and whose prefix holds are looked at, and what they
// change goes on to their targets (view_machine.h): incremental view maintenance by counting, with
// negation and, as far as they depend on each other, recursion (Gupta, Mumick and Subrahmanian,
// Maintaining Views Incrementally, 1993). A slot's number is its rank: what it depends on has lower
// ones, but for slots that depend on each other, which stand in a cycle.
#pragma once

#include "backend/features/views/literal_tree.h"
#include "backend/features/views/slot_order.h"

#include <cstddef>
#include <cstdint>
#include <limits>
#include <vector>

namespace tesuji::views {

/// A literal of conjunctions: the last of one, or followed by those that go on with it. The order
/// of nodes is depth first.
struct Node {
  std::uint32_t negated : 1 = 0;
  std::uint32_t last : 1 = 0;
  std::uint32_t slot : 30 = 0;
  std::uint32_t to = 0;  ///< of a last one its target; else behind the nodes that go on with it
};

/// A node that reads a slot, and the one that it goes on from.
struct Reader {
  std::uint32_t negated : 1 = 0;
  std::uint32_t parent : 31 = 0;
  NodeId node = 0;
};

/// What reads a slot: conjunctions that are this one slot and nothing else, by their targets, which
/// are no nodes; and nodes. Each may be empty.
struct SlotReaders {
  std::uint32_t copies = 0;   ///< from here on in ViewNet::copies, as many as up to the next slot's
  std::uint32_t readers = 0;  ///< the same in ViewNet::readers
};

struct ViewNet {
  /// Depth first. The first one is the root, which always holds.
  std::vector<Node> nodes;
  std::vector<SlotReaders> readers_of;  ///< by slot, and one more
  std::vector<Reader> readers;
  std::vector<Target> copies;
  std::vector<Cycle> cycles;  ///< ascending
  std::vector<Slot> inputs;   ///< by bit of the position; no_input where a bit is not read
  Slot slots = 0;
  Slot always = 0;  ///< the slot that is there in all positions

  /// By counter: what it is before any solution, and the features that it is of.
  std::vector<std::uint32_t> bases;
  std::vector<std::vector<std::uint32_t>> features_of;
  /// By feature: its counters, whose product is its value.
  std::vector<std::vector<std::uint32_t>> counters;
};

inline constexpr Slot no_input = std::numeric_limits<Slot>::max();

/// Linear in the program but for the order of the slots.
[[nodiscard]] ViewNet make_view_net(const slices::SlicedProgram& program);

}  // namespace tesuji::views
