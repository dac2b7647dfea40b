// Represents a sliced program without its order: conjunctions of slots, each with its target.
//
// A slot that is not part of the position is true if one of its conjunctions holds; a counter is
// the number of its conjunctions that hold. Conjunctions share prefixes, like the nested loops of
// the sliced program: they form a tree of literals, whose last literals have targets. order_slots
// computes an order in which the slots can be evaluated.
#pragma once

#include "backend/features/traced/sliced_program.h"

#include <cstdint>
#include <limits>
#include <span>
#include <vector>

namespace tesuji::views {

using Slot = std::uint32_t;
using NodeId = std::uint32_t;

/// A slot, or a counter after `counter_mark`.
using Target = std::uint32_t;
inline constexpr Target no_target = std::numeric_limits<Target>::max();
inline constexpr Target counter_mark = Target{1} << 31U;

struct Literal {
  NodeId parent = 0;  ///< less than its own number; 0 at the beginning of a conjunction
  Slot slot = 0;
  bool negated = false;
  Target target = no_target;  ///< set for the last literal of a conjunction, which has no children
};

struct LiteralTree {
  std::vector<Literal> literals;  ///< the first one is the root, which always holds
  Slot slots = 0;
  Slot always = 0;                   ///< the slot that is true in all positions
  std::vector<bool> is_input;        ///< by slot: part of the position
  std::vector<Slot> inputs;          ///< by input of the sliced program
  std::vector<std::uint32_t> bases;  ///< by counter, one for each part of the sliced program:
                                     ///< number of solutions that always hold
};

/// The last literals of each slot's conjunctions.
struct LastLiterals {
  std::vector<std::uint32_t> begins;  ///< by slot, and one more: index into `literals`
  std::vector<NodeId> literals;

  [[nodiscard]] std::span<const NodeId> of(Slot slot) const {
    return std::span(literals).subspan(begins[slot], begins[slot + 1] - begins[slot]);
  }
};
[[nodiscard]] LastLiterals last_literals(const LiteralTree& tree);

[[nodiscard]] LiteralTree make_literal_tree(const slices::SlicedProgram& program);

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
