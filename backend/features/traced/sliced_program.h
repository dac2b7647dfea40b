// Defines relational algebra over many positions at once: a slice is a word with a bit for each of
// 512 positions.
//
// Every tuple that a relation may ever have is a *slot*: a slice whose bits say in which positions
// the tuple is true. Joins are traced once, when the program is made: this removes the loops over
// static tuples, and leaves a list of ANDs and ORs of slots (feature_tracer.h). Their order is that
// of the nested loops, so that the masks of outer loops stay in the nearest cache; an empty mask
// skips the code inside.
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
// Counters are bit-sliced too, one word for each binary digit (slice_machine.h). The idea comes
// from bit-parallel simulation of circuits; here it is applied to joins.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace tesuji::slices {

/// Number of positions in a slice.
inline constexpr std::size_t slice_bits = 512;
inline constexpr std::size_t word_bytes = slice_bits / 8;

using Slot = std::uint32_t;

struct Instruction {
  enum class Code : std::uint8_t {
    join,        ///< mask[depth] = mask[depth-1] & slot; skips `skip` instructions if that is empty
    exclude,     ///< the same with the slot's complement
    add,         ///< slot |= mask[depth]
    join_add,    ///< other |= mask[depth-1] & slot
    tally,       ///< counts mask[depth]
    join_tally,  ///< counts mask[depth-1] & slot
    open,        ///< mask[depth] = all, found[other] = none
    found,       ///< found[other] |= mask[depth]
    join_found,  ///< found[other] |= mask[depth-1] & slot
    close,       ///< mask[depth] = mask[depth-1] & found[other]; skips like join
    keep,        ///< slot = found[other]
    repeat,      ///< begins a part that is repeated until no slot changes
    until_same,  ///< jumps back `skip` instructions if a slot has changed since
    count,       ///< begins the counter of part `slot`
    end_count,   ///< ends it
  };
  Code code = Code::join;
  std::uint8_t depth = 0;
  std::uint16_t other = 0;  ///< found
  Slot slot = 0;
  std::uint32_t skip = 0;  ///< join_add: the slot to which it adds
};

/// A bit of a position, and its slot.
struct Input {
  std::uint32_t bit = 0;  ///< of the state, counted from its first word
  Slot slot = 0;
};

/// How the rows of a part of a feature are counted.
struct Part {
  bool counted = false;     ///< by tally, otherwise by slots
  std::vector<Slot> slots;  ///< their tuples are distinct
};

/// A feature, whose value is the product of its parts. Several features may share a part, which the
/// first of them computes.
struct Feature {
  std::vector<std::uint32_t> parts;
  std::vector<std::uint32_t> first_parts;  ///< those parts that no earlier feature has
  std::size_t begin = 0;                   ///< its first instruction
  std::size_t end = 0;                     ///< one past its last instruction
};

struct SlicedProgram {
  std::vector<Instruction>
      code;  ///< the relations on which features depend, then one feature after the other
  std::vector<Input> inputs;  ///< by bit
  std::vector<Part> parts;
  std::vector<Feature> features;
  Slot slots = 0;
  /// Slots from here on are written before they are read, and need no clearing.
  Slot kept_from = 0;
  std::size_t depth = 0;  ///< maximum number of masks
  std::size_t found = 0;  ///< maximum number of accumulators
};

}  // namespace tesuji::slices
