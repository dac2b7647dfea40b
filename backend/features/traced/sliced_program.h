// Relational algebra over many positions at once: a slice is a word with a bit for each of 512.
//
// Every tuple that a relation may ever have is a *slot*, a slice whose bits say in which positions
// it is there. What static relations leave of the joins is traced once, when the program is made:
// the loops over static tuples are gone, and what is left is a list of ANDs and ORs of slots
// (feature_tracer.h). Their order is that of the nested loops, so that the masks of the outer loops
// stay in the nearest cache; a mask that is empty skips what lies inside.
//
//   feature f(S) :- owns(x,S), neighbor(S,_,T), blank(T).
//
//   count 0                       the counter of f's part
//     join 1 owns(x,a1)           mask 1 = mask 0 & slot
//     open 2 -> 0                 mask 2 = all, found 0 = none
//       join_found 3 blank(a2)    found 0 |= mask 2 & slot
//       join_found 3 blank(b1)
//     close 2 <- 0                mask 2 = mask 1 & found 0
//     tally 2                     one more solution in the positions of mask 2
//
// Counters are bit-sliced too, one word for each binary digit (slice_machine.h).
// Source of the idea: bit-parallel simulation of circuits; here for joins.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace tesuji::slices {

/// Positions that one slice holds.
inline constexpr std::size_t slice_bits = 512;
inline constexpr std::size_t word_bytes = slice_bits / 8;

using Slot = std::uint32_t;

struct Instruction {
  enum class Code : std::uint8_t {
    join,      ///< mask[depth] = mask[depth-1] & slot; skips `skip` instructions where none is left
    exclude,   ///< the same with the slot's complement
    add,       ///< slot |= mask[depth]
    join_add,  ///< other |= mask[depth-1] & slot
    tally,     ///< counts mask[depth]
    join_tally,  ///< counts mask[depth-1] & slot
    open,        ///< mask[depth] = all, found[other] = none
    found,       ///< found[other] |= mask[depth]
    join_found,  ///< found[other] |= mask[depth-1] & slot
    close,       ///< mask[depth] = mask[depth-1] & found[other]; skips as join does
    keep,        ///< slot = found[other]
    repeat,      ///< begins what is repeated until no slot changes
    until_same,  ///< goes back `skip` instructions if one has changed since
    count,       ///< the counter of part `slot` begins
    end_count,   ///< and ends
  };
  Code code = Code::join;
  std::uint8_t depth = 0;
  std::uint16_t other = 0;  ///< found
  Slot slot = 0;
  std::uint32_t skip = 0;  ///< join_add: the slot added to
};

/// A bit of a position, and its slot.
struct Input {
  std::uint32_t bit = 0;  ///< of the state, from its first word on
  Slot slot = 0;
};

/// How the rows of a part of a feature are counted.
struct Part {
  bool counted = false;     ///< by tally, else by slots
  std::vector<Slot> slots;  ///< whose tuples are distinct
};

/// Its value is the product of its parts'. Several features may have the same part, which is
/// computed by the first of them.
struct Feature {
  std::vector<std::uint32_t> parts;
  std::vector<std::uint32_t> first_parts;  ///< those of them that no feature before it has
  std::size_t begin = 0;  ///< its instructions, from here ..
  std::size_t end = 0;    ///< .. to before here
};

struct SlicedProgram {
  std::vector<Instruction> code;  ///< what the features speak of, then one feature after the other
  std::vector<Input> inputs;      ///< by their bits
  std::vector<Part> parts;
  std::vector<Feature> features;
  Slot slots = 0;
  /// Slots from here on are written before they are read, and need no clearing.
  Slot kept_from = 0;
  std::size_t depth = 0;  ///< most masks
  std::size_t found = 0;  ///< most accumulators
};

}  // namespace tesuji::slices
